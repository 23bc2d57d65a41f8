/** Short words that come and go. `say` is polite, `alarm` interrupts those who hear the page. */

export interface Toast {
  id: number
  text: string
  urgent: boolean
  action?: { label: string; run: () => void } | undefined
}

let next = 1
export const toasts: Toast[] = $state([])

export function say(text: string, options: Partial<Pick<Toast, 'urgent' | 'action'>> & { ms?: number } = {}): () => void {
  const id = next++
  const drop = () => {
    const at = toasts.findIndex((toast) => toast.id === id)
    if (at >= 0) toasts.splice(at, 1)
  }
  for (const same of toasts.filter((toast) => toast.text === text)) toasts.splice(toasts.indexOf(same), 1)
  toasts.push({ id, text, urgent: options.urgent ?? false, action: options.action })
  const ms = options.ms ?? (options.action ? 10_000 : 4_000)
  if (ms < Infinity) setTimeout(drop, ms)
  return drop
}

/** What was refused is no longer of interest: whoever it was tries anew. */
export function forgive(): void {
  toasts.splice(0, toasts.length, ...toasts.filter((toast) => !toast.urgent))
}

export function alarm(text: string, action?: Toast['action']): () => void {
  return say(text, { urgent: true, ms: 6_000, action })
}
