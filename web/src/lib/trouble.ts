/** Words for what went wrong with a command or a request. */
import { ApiError } from '../api'
import { language, t } from '../i18n/index.svelte'
import { alarm } from '../ui/toasts.svelte'

interface Refusal {
  code: string
  reason?: string | null | undefined
  /** The server's own words, which are English. */
  sentence?: string | null | undefined
}

/**
 * Why something is refused: in the words for its reason. An English page says the server's own where there are none
 * and the rules forbid it, for only these tell which; else the words for its code have to do.
 */
export function refusal({ code, reason, sentence }: Refusal): string {
  const { reasons, refusals, nacks, problems } = t()
  const exact = { ...reasons, ...refusals } as Record<string, string>
  const codes = { ...nacks, ...problems } as Record<string, string>
  const own = code === 'illegal' && language() === 'en' ? sentence : null
  return exact[reason ?? ''] ?? own ?? codes[code] ?? nacks.not_now
}

export function words(error: unknown): string {
  if (!(error instanceof ApiError)) return t().net.failed
  return refusal({ code: error.code, reason: error.reason, sentence: error.message })
}

export function complain(error: unknown): void {
  if (!(error instanceof ApiError)) console.error(error)
  alarm(words(error))
}
