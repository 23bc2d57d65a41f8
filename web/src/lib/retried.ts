/** Which analysis a turn that is played again came from: the way back, for as long as this tab is open. */

const key = (code: string) => `speto.retried.${code}`

export function keepRetried(code: string, analysis: string): void {
  try {
    sessionStorage.setItem(key(code), analysis)
  } catch {
    // Without a store there is still the back button.
  }
}

export function keptRetried(code: string): string | null {
  try {
    return sessionStorage.getItem(key(code))
  } catch {
    return null
  }
}
