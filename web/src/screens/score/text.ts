/** The sheet as plain text, to be sent to somebody. */
import { num, signed } from '../../i18n/index.svelte'
import { cardText, plain } from '../../lib/text'
import { type Given, isYou } from './given'
import { m } from './messages'
import { arithmetic, pointsOf, standings } from './sums'
import { storyOf } from './words'

export function headlineOf(given: Given, over: boolean): string {
  const { deal, table } = given
  if (over && table.winner !== null) return m().wins(given.name(table.winner), isYou(given, table.winner))
  if (deal.knocker === null) return m().stockOut
  const dark = pointsOf(deal, deal.knocker, 'dark_knock') > 0
  const colour = pointsOf(deal, deal.knocker, 'colour_knock') > 0
  const kind = dark ? (colour ? 'both' : 'dark') : colour ? 'colour' : 'plain'
  return m().knocks[kind](given.name(deal.knocker), isYou(given, deal.knocker))
}

export function sheetText(given: Given, over: boolean): string {
  const { deal, table } = given
  const { after } = standings(table.deals, deal)
  const lines = [m().share.head(deal.number, given.target), plain(headlineOf(given, over)), '']
  for (const seat of given.seats) {
    const sum = arithmetic(deal, seat)
    lines.push(`${given.name(seat)}  ${signed(deal.scores?.[seat] ?? 0)}  (${m().share.total(num(after[seat] ?? 0))})  ${sum}`)
  }
  const charged = deal.ledger.filter((line) => line.by !== undefined && line.by !== null && line.cards)
  if (charged.length) {
    lines.push('')
    for (const line of charged) lines.push(`${cardText(line.cards ?? '')}  ${plain(storyOf(given, line))}  ${num(line.points)}`)
  }
  return lines.join('\n')
}
