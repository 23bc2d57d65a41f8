/** Words for what went wrong with a request. */
import { ApiError } from '../api'
import { t } from '../i18n/index.svelte'
import { alarm } from '../ui/toasts.svelte'

export function words(error: unknown): string {
  if (!(error instanceof ApiError)) return t().net.failed
  const { nacks, problems } = t()
  const known = { ...nacks, ...problems } as Record<string, string>
  return known[error.code] ?? (error.message || t().net.failed)
}

export function complain(error: unknown): void {
  if (!(error instanceof ApiError)) console.error(error)
  alarm(words(error))
}
