/** A record that somebody opened from a file: it stays in this browser, and the replay at /r/sent shows it. */

const KEY = 'speto.sent'

let sent: unknown = null

export function keepSent(record: unknown): void {
  sent = record
  try {
    sessionStorage.setItem(KEY, JSON.stringify(record))
  } catch {
    // Too long to keep; it is there until the page is loaded again.
  }
}

export function keptSent(): unknown {
  if (sent) return sent
  try {
    return JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as unknown
  } catch {
    return null
  }
}

/** The record in a file: the file itself, or what stands in a page that shows itself. Raises SyntaxError. */
export function recordIn(file: string): unknown {
  const found = /<script type="application\/json" id="record">(.*?)<\/script>/s.exec(file)
  return JSON.parse(found ? found[1]! : file)
}
