/** The tab's small picture tells whose turn it is, also from another tab; the door writes the title. */
let plain: string | null = null

export function tabShows(mine: boolean): void {
  const link = document.querySelector<HTMLLinkElement>('link[rel=icon]')
  if (!link) return
  plain ??= link.href
  const wanted = mine ? new URL('/favicon-turn.svg', location.href).href : plain
  if (link.href !== wanted) link.href = wanted
}
