/** The tip of the first table in English. */
export const en = {
  title: 'Dummy in ten seconds',
  take: 'Take a card: draw, or pick up from the pile what makes a meld with your hand. Gold shows what may be picked up',
  meld: 'A meld is three or four of a rank, or three and more of a suit in a row',
  discard: 'End your turn by discarding one. With your last card you knock',
  lessons: 'Seven short lessons',
}
