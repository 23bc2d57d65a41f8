/** The deck's drawings, all ours, on a grid of 32. Suits are filled, marks are drawn with a stroke of 2. */

export const SUITS: Record<string, string> = {
  s: 'M16 2.5C19.5 9 28.5 13.2 28.5 20.2a5.9 5.9 0 0 1-10.7 3.4c.2 2.5 1.3 4.5 3.2 6H11c1.9-1.5 3-3.5 3.2-6A5.9 5.9 0 0 1 3.5 20.2C3.5 13.2 12.5 9 16 2.5Z',
  h: 'M16 28.5C6.6 21.5 3 16.8 3 11.5A6.8 6.8 0 0 1 16 8.3a6.8 6.8 0 0 1 13 3.2c0 5.3-3.6 10-13 17Z',
  d: 'M16 2.5C18.6 7.4 22.5 12.2 27 16c-4.5 3.8-8.4 8.6-11 13.5C13.4 24.6 9.5 19.8 5 16c4.5-3.8 8.4-8.6 11-13.5Z',
  c: 'M16 2.5a6.4 6.4 0 0 1 5 10.4 6.4 6.4 0 1 1-3.2 10.3c.2 2.6 1.3 4.7 3.2 6.4H11c1.9-1.7 3-3.8 3.2-6.4A6.4 6.4 0 1 1 11 12.9a6.4 6.4 0 0 1 5-10.4Z',
}

export const MARKS: Record<string, string> = {
  // Leaf.
  J: 'M16 3.5c4.7 4 7.2 8.2 7.2 12.9 0 4.5-2.8 7.5-7.2 8.5-4.4-1-7.2-4-7.2-8.5C8.8 11.7 11.3 7.5 16 3.5ZM16 15.5V30',
  // Lotus.
  Q: 'M16 4.5c3.7 3.8 5.3 7.8 5.3 12.1 0 4.6-1.9 8.4-5.3 10.9-3.4-2.5-5.3-6.3-5.3-10.9 0-4.3 1.6-8.3 5.3-12.1ZM11.1 14.3c-2.4-1.2-5.2-1.7-8.3-1.4.5 8.4 5.2 14.1 13.2 14.6 8-.5 12.7-6.2 13.2-14.6-3.1-.3-5.9.2-8.3 1.4',
  // Tiered spire.
  K: 'M16 2v5.5M16 7.5 28 28.5H4ZM12.6 13.5h6.8M8.6 20.5h14.8',
}

/** Suits by letter, on a grid of 16 × 21: drawn, for a letter would be read as the card's words. */
export const LETTERS: Record<string, string> = {
  s: 'M14 5.5C13.2 3.2 11 2 8 2 4.6 2 2.3 3.8 2.3 6.3 2.3 12 13.8 8.8 13.8 14.8c0 2.6-2.4 4.2-5.8 4.2-3.2 0-5.4-1.4-6.2-3.8',
  h: 'M2 2v17M14 2v17M2 10.5h12',
  d: 'M2 2v17h4.5c10 0 10-17 0-17Z',
  c: 'M14.2 6C13.2 3.4 11.2 2 8.6 2 4.4 2 2 5.4 2 10.5S4.4 19 8.6 19c2.6 0 4.6-1.4 5.6-4',
}

export const CROWN = 'M5.5 24.5 4 10.5l7 5.5 5-9 5 9 7-5.5-1.5 14Z'

export const SUIT_NAMES: Record<string, 'clubs' | 'diamonds' | 'hearts' | 'spades'> = {
  c: 'clubs',
  d: 'diamonds',
  h: 'hearts',
  s: 'spades',
}

export function rankOf(card: string): string {
  return card[0] === 'T' ? '10' : (card[0] ?? '')
}

export function suitOf(card: string): string {
  return card[1] ?? ''
}
