/** The tab's title and its small picture tell whose turn it is, also from another tab. */
let plain: string | null = null

export function tabSays(title: string, mine: boolean): void {
  document.title = mine ? `● ${title}` : title
  const link = document.querySelector<HTMLLinkElement>('link[rel=icon]')
  if (!link) return
  plain ??= link.href
  const wanted = mine ? new URL('/favicon-turn.svg', location.href).href : plain
  if (link.href !== wanted) link.href = wanted
}
