/**
 * Running text with cards, names and weight in it. Messages are plain strings; these marks (private code points) say
 * what a stretch is, `<Rich>` shows it, `plain` speaks or copies it.
 */

const NAME = '\uE000'
const CARDS = '\uE001'
const BOLD = '\uE002'
const END = '\uE003'
const MARKS = /[\uE000-\uE003]/g

/** A person's name: shown apart from the direction of the text around it. */
export function named(name: string): string {
  return NAME + name.replace(MARKS, '') + END
}

/** Cards, as texts with spaces between: shown with suit signs. */
export function cards(texts: string): string {
  return CARDS + texts + END
}

/** A run by its ends: shown as 10–K♦, spoken with both cards. */
export function run(low: string, high: string): string {
  return cards(`${low}–${high}`)
}

export function bold(text: string | number): string {
  return BOLD + text + END
}

export type Piece = { kind: 'text' | 'name' | 'cards'; text: string; bold: boolean }

/** A message in pieces. Bold may hold names and cards. */
export function pieces(message: string): Piece[] {
  const found: Piece[] = []
  const open: string[] = []
  let text = ''
  const flush = () => {
    const kind = open.includes(CARDS) ? 'cards' : open.includes(NAME) ? 'name' : 'text'
    if (text) found.push({ kind, text, bold: open.includes(BOLD) })
    text = ''
  }
  for (const char of message) {
    if (char === NAME || char === CARDS || char === BOLD) {
      flush()
      open.push(char)
    } else if (char === END) {
      flush()
      open.pop()
    } else {
      text += char
    }
  }
  flush()
  return found
}

const SIGNS: Record<string, string> = { c: '♣', d: '♦', h: '♥', s: '♠' }

/** A card in running text: 10♦. */
export function cardText(card: string): string {
  return (card[0] === 'T' ? '10' : card[0]) + (SIGNS[card[1] ?? ''] ?? '')
}

/** Cards of a text, with or without spaces between. */
export function cardList(texts: string | null | undefined): string[] {
  return texts?.match(/[2-9TJQKA][cdhs]/g) ?? []
}

/** A message without marks, for copying and for titles; for speech give `say`, e.g. cardName. */
export function plain(message: string, say: (card: string) => string = cardText): string {
  return pieces(message)
    .map((piece) => (piece.kind === 'cards' ? cardList(piece.text).map(say).join(piece.text[2] === '–' ? '–' : ' ') : piece.text))
    .join('')
}

/** The first letter that stands for a name: in Thai the first consonant, since เ แ โ ใ ไ are written before it. */
export function initial(name: string): string {
  const letters = Array.from(name.trim())
  const first = letters.find((letter) => !/[เแโใไ]/.test(letter)) ?? letters[0] ?? '?'
  return first.toLocaleUpperCase('en')
}
