/** Which lessons this browser has seen to their end. */

const KEY = 'speto.lessons'

export function doneLessons(): string[] {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? '[]') as unknown
    return Array.isArray(kept) ? kept.filter((one): one is string => typeof one === 'string') : []
  } catch {
    return []
  }
}

export function keepDone(id: string): string[] {
  const done = [...new Set([...doneLessons(), id])]
  try {
    localStorage.setItem(KEY, JSON.stringify(done))
  } catch {
    // Then it is not remembered.
  }
  return done
}
