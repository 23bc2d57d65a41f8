/**
 * What lies over the table and waits for nobody gives way: to Escape, and to whatever under it gets the focus, which
 * has to be seen (WCAG 2.4.11).
 *
 *     <aside use:giveWay={close}>
 *
 * With null it stays.
 */
export function giveWay(node: HTMLElement, close: (() => void) | null) {
  if (!close) return

  function focused({ target }: FocusEvent) {
    if (!(target instanceof Element) || node.contains(target)) return
    const { left, right, top, bottom } = node.getBoundingClientRect()
    const it = target.getBoundingClientRect()
    const x = (it.left + it.right) / 2
    const y = (it.top + it.bottom) / 2
    if (left <= x && x <= right && top <= y && y <= bottom) close?.()
  }

  function pressed(event: KeyboardEvent) {
    // A sheet above has its own.
    if (event.key !== 'Escape' || event.defaultPrevented || document.querySelector('dialog[open]')) return
    event.preventDefault()
    close?.()
  }

  document.addEventListener('focusin', focused)
  document.addEventListener('keydown', pressed)
  return {
    destroy() {
      document.removeEventListener('focusin', focused)
      document.removeEventListener('keydown', pressed)
    },
  }
}
