/** How I have done against each level of bots, from finished deals in which nobody else played. */
import type { RecordLine } from '../../shapes'

export interface Against {
  level: string
  deals: number
  /** Points a deal: mine, and those of such a bot. */
  mine: number
  theirs: number
  /** Of all such bots, the part that scored less than I. A tie counts half. */
  ahead: number
}

export function against(lines: readonly RecordLine[], levels: readonly string[]): Against[] {
  const found = new Map<string, { deals: number; mine: number; bots: number; theirs: number; ahead: number }>()
  for (const { players, scores } of lines) {
    const people = players.flatMap((name, seat) => (levels.includes(name) ? [] : [seat]))
    const me = people[0]
    if (people.length !== 1 || me === undefined) continue
    const mine = scores[me] ?? 0
    for (const level of new Set(players.filter((_, seat) => seat !== me))) {
      const sum = found.get(level) ?? { deals: 0, mine: 0, bots: 0, theirs: 0, ahead: 0 }
      sum.deals++
      sum.mine += mine
      players.forEach((name, seat) => {
        if (name !== level || seat === me) return
        const theirs = scores[seat] ?? 0
        sum.bots++
        sum.theirs += theirs
        sum.ahead += mine > theirs ? 1 : mine === theirs ? 0.5 : 0
      })
      found.set(level, sum)
    }
  }
  return levels.flatMap((level) => {
    const sum = found.get(level)
    return sum ? [{ level, deals: sum.deals, mine: sum.mine / sum.deals, theirs: sum.theirs / sum.bots, ahead: sum.ahead / sum.bots }] : []
  })
}
