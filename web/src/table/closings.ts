/** Other ways to end the same turn with a knock: another card is kept for last. What holds, and scores what, the server says. */
import type { Previewed } from '../protocol'
import { layoffText, meldText, read } from './actions'
import { knockOf, whyNoMeld } from './draft'

export interface Closing {
  steps: string[]
  card: string
  total: number
}

/** Drafts that may end in a knock with another card than `last`, by how melds look; most of them are none. */
export function otherClosings(steps: readonly string[], last: string, answer: Previewed): string[][] {
  const found: string[][] = []
  const swap = (at: number, ...by: string[]) => found.push([...steps.slice(0, at), ...by, ...steps.slice(at + 1)])
  steps.forEach((step, at) => {
    const { kind, cards, on } = read(step)
    if (kind === 'layoff') swap(at, `${last}>${on}`)
    if (kind !== 'meld' && kind !== 'pickup') return
    const sign = kind === 'meld' ? '=' : '^'
    for (const card of cards) {
      const rest = cards.filter((one) => one !== card)
      if (isMeld([...rest, last])) swap(at, meldText(sign, [...rest, last]))
      if (!isMeld(rest)) continue
      for (const meld of answer.deal?.melds ?? []) {
        const held = meld.cards.map(([one]) => one)
        if (!held.includes(card) && isMeld([...held, last])) found.push([...steps.slice(0, at), meldText(sign, rest), ...steps.slice(at + 1), layoffText(last, meld)])
      }
    }
  })
  return found
}

const isMeld = (cards: readonly string[]) => whyNoMeld(cards).why === 'other'

/** Every way that holds, the present one too, the best first. */
export async function closings(
  steps: readonly string[],
  now: Previewed,
  ask: (steps: readonly string[]) => Promise<Previewed | null>,
): Promise<Closing[]> {
  const found: Closing[] = []
  const add = (of: readonly string[], answer: Previewed | null) => {
    const card = answer?.ok && answer.deal && answer.knock && knockOf(answer.deal)?.slice(1)
    if (card && !found.some((one) => one.card === card && one.total >= answer.knock!.total)) {
      found.push({ steps: [...of], card, total: answer.knock!.total })
    }
  }
  add(steps, now)
  if (!now.knock) return []
  for (const other of otherClosings(steps, now.knock.card, now)) add(other, await ask(other))
  return found.sort((a, b) => b.total - a.total)
}
