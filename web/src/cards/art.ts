/** The deck's drawings, all ours, on a grid of 32. Suits are filled, marks are drawn with a stroke of 2. */

export const SUITS: Record<string, string> = {
  s: 'M16 2.5C19.5 9 28.5 13.2 28.5 20.2a5.9 5.9 0 0 1-10.7 3.4c.2 2.5 1.3 4.5 3.2 6H11c1.9-1.5 3-3.5 3.2-6A5.9 5.9 0 0 1 3.5 20.2C3.5 13.2 12.5 9 16 2.5Z',
  h: 'M16 28.5C6.6 21.5 3 16.8 3 11.5A6.8 6.8 0 0 1 16 8.3a6.8 6.8 0 0 1 13 3.2c0 5.3-3.6 10-13 17Z',
  d: 'M16 2.5C18.6 7.4 22.5 12.2 27 16c-4.5 3.8-8.4 8.6-11 13.5C13.4 24.6 9.5 19.8 5 16c4.5-3.8 8.4-8.6 11-13.5Z',
  c: 'M16 2.5a6.4 6.4 0 0 1 5 10.4 6.4 6.4 0 1 1-3.2 10.3c.2 2.6 1.3 4.7 3.2 6.4H11c1.9-1.7 3-3.8 3.2-6.4A6.4 6.4 0 1 1 11 12.9a6.4 6.4 0 0 1 5-10.4Z',
}

export const MARKS: Record<string, string> = {
  // Leaf.
  J: 'M16 3.5C21.5 8.5 25 13 25 18.2c0 4.6-3.6 7.3-9 8.3-5.4-1-9-3.7-9-8.3C7 13 10.5 8.5 16 3.5ZM16 14.5v15',
  // Lotus.
  Q: 'M16 5.5c3.6 3.6 5.2 7.3 5.2 11 0 3.9-1.8 7.3-5.2 10-3.4-2.7-5.2-6.1-5.2-10 0-3.7 1.6-7.4 5.2-11ZM11.3 12.2C9.2 10.9 7.4 10.3 5.6 10c-.1 8.2 3.3 13.8 10.4 16.5 7.1-2.7 10.5-8.3 10.4-16.5-1.8.3-3.6.9-5.7 2.2M5.8 16.3c-1.8.2-3 .6-4.3 1.2 3 6.5 8 9.2 14.5 9s11.5-2.5 14.5-9c-1.3-.6-2.5-1-4.3-1.2',
  // Tiered spire.
  K: 'M16 2.5 10.5 12.5h11ZM10.5 12.5 7.6 18h16.8l-2.9-5.5M7.6 18 5 23.2h22L24.4 18M5 23.2 2.5 29h27L27 23.2',
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
