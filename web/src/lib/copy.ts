/** Copying and sharing, where the browser allows it: on plain http it does not, and then the text is selected by hand. */

export const canCopy = (): boolean => typeof navigator.clipboard?.writeText === 'function'
export const canShare = (): boolean => typeof navigator.share === 'function'

/** Whether the text is on the clipboard now. */
export async function copy(text: string): Promise<boolean> {
  if (canCopy()) {
    try {
      await navigator.clipboard.writeText(text)
      return true
    } catch {
      // Refused; the old way may do.
    }
  }
  const area = document.createElement('textarea')
  area.value = text
  area.style.cssText = 'position:fixed;opacity:0'
  document.body.append(area)
  area.select()
  let done = false
  try {
    done = document.execCommand('copy')
  } catch {
    // Nothing more to try.
  }
  area.remove()
  return done
}

/** For a field that is there to be copied: all of it, in sight (to select keeps the browser from scrolling to it). */
export function selectAll(event: FocusEvent & { currentTarget: HTMLInputElement | HTMLTextAreaElement }): void {
  event.currentTarget.select()
  event.currentTarget.scrollIntoView({ block: 'nearest' })
}

/** Whether the system's own way of sharing took it. */
export async function share(data: ShareData): Promise<boolean> {
  try {
    await navigator.share(data)
    return true
  } catch {
    return false
  }
}

/** A file of the browser's downloads. */
export function save(name: string, type: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}
