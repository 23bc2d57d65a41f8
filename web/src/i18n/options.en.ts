/** The house rules in English: what a switch is called, what it does, its values, and the chip of a difference. */

export const options = {
  layoff_limit: {
    title: 'Layoffs a deal',
    help: 'How many cards a player may lay off in one deal',
    value: (v: unknown) => (v === null ? 'No limit' : String(v)),
    chip: (v: unknown) => (v === null ? 'Layoffs without limit' : `Layoffs: ${String(v)}`),
  },
  ace_value: {
    title: 'Ace',
    help: 'What an ace counts',
    value: (v: unknown) => ({ flat15: '15', split15_10: '15, in a run 10', five: '5' })[v as string] ?? String(v),
    chip: (v: unknown) => `Ace ${{ flat15: '15', split15_10: '15 or 10', five: '5' }[v as string] ?? String(v)}`,
  },
  unborn_double_on: {
    title: 'Dark deduction when',
    help: 'When the loss of a player who was never born is doubled',
    value: (v: unknown) => (v === 'knock' ? 'Somebody knocks' : 'Also when the stock runs out'),
    chip: (v: unknown) => (v === 'knock' ? 'Dark ×2 on a knock only' : 'Dark ×2 also without a knock'),
  },
  unborn_double_scope: {
    title: 'Dark deduction of',
    help: 'What is doubled for a player who was never born',
    value: (v: unknown) => (v === 'hand' ? 'Hand only' : 'Hand and penalties'),
    chip: (v: unknown) => (v === 'hand' ? 'Dark ×2 of the hand only' : 'Dark ×2 of hand and penalties'),
  },
  foolish_condition: {
    title: 'Foolish discard if',
    help: 'When a discard that the next player picks up and knocks with is foolish',
    value: (v: unknown) =>
      ({ used: 'The discard is used', any_pickup: 'It is picked up', single_card: 'It alone is picked up' })[v as string] ??
      String(v),
    chip: (v: unknown) =>
      ({ used: 'Foolish: if used', any_pickup: 'Foolish: any pickup', single_card: 'Foolish: single card' })[v as string] ?? '',
  },
  foolish_speto_amount: {
    title: 'Foolish speto costs',
    help: 'What a foolish discard costs if it is a speto',
    value: (v: unknown) => String(v),
    chip: (v: unknown) => `Foolish speto −${String(v)}`,
  },
  reversal: {
    title: 'Foolish discard turns the direction',
    help: 'What a foolish discard does to the direction of play',
    value: (v: unknown) =>
      ({ toggle: 'Until the next one', next_deal: 'For one deal', off: 'Never' })[v as string] ?? String(v),
    chip: (v: unknown) =>
      ({ toggle: 'Reversal until the next', next_deal: 'Reversal for one deal', off: 'No reversal' })[v as string] ?? '',
  },
  target: {
    title: 'Target',
    help: 'Who reaches it first wins the match',
    value: (v: unknown) => String(v),
    chip: (v: unknown) => `To ${String(v)}`,
  },
  colour_knock: {
    title: 'Colour knock ×2',
    help: 'A knock in one suit counts twice',
    value: (v: unknown) => (v ? 'On' : 'Off'),
    chip: (v: unknown) => (v ? 'Colour ×2' : 'No colour knock'),
  },
  qka_closed: {
    title: 'Runs with an ace are closed',
    help: 'Nothing at all may be laid off on a run that holds the ace',
    value: (v: unknown) => (v ? 'On' : 'Off'),
    chip: (v: unknown) => (v ? 'Q K A closed' : 'Q K A open below'),
  },
  strip_stock: {
    title: 'Five cards put aside',
    help: 'With two players, five cards of the stock stay out of play unseen',
    value: (v: unknown) => (v ? 'On' : 'Off'),
    chip: (v: unknown) => (v ? '5 cards aside' : 'All cards in play'),
  },
  knock_speto: {
    title: 'Knocking with a speto',
    help: 'A speto as knock card counts 100 instead of 50',
    value: (v: unknown) => (v ? '100' : '50'),
    chip: (v: unknown) => `Knock with speto ${v ? 100 : 50}`,
  },
  knock_layable: {
    title: 'Knocking with a card that fits',
    help: 'A knock card that fits a meld on the table counts 100 instead of 50',
    value: (v: unknown) => (v ? '100' : '50'),
    chip: (v: unknown) => `Knock with fitting card ${v ? 100 : 50}`,
  },
  head_bonus: {
    title: 'Head counts 50',
    help: 'The head counts 50 for whoever lays it, 100 if it is a speto',
    value: (v: unknown) => (v ? 'On' : 'Off'),
    chip: (v: unknown) => (v ? 'Head counts 50' : 'Head plain'),
  },
  layoff_discard: {
    title: 'Layoff discard −50',
    help: 'Throwing a card that fits a meld on the table costs 50',
    value: (v: unknown) => (v ? 'On' : 'Off'),
    chip: (v: unknown) => (v ? 'Layoff discard −50' : 'Layoff discard free'),
  },
  full_discard: {
    title: 'Full discard −50',
    help: 'Throwing a card that makes a meld inside the pile costs 50',
    value: (v: unknown) => (v ? 'On' : 'Off'),
    chip: (v: unknown) => (v ? 'Full discard −50' : 'Full discard free'),
  },
  head_feed: {
    title: 'Head feed −50',
    help: 'Throwing a guard of the head costs 50 if another lays both within the lap',
    value: (v: unknown) => (v ? 'On' : 'Off'),
    chip: (v: unknown) => (v ? 'Head feed −50' : 'Head feed free'),
  },
  speto_feed: {
    title: 'Speto feed −50',
    help: 'Throwing what lets another lay a speto costs 50, if its partner lay in the pile',
    value: (v: unknown) => (v ? 'On' : 'Off'),
    chip: (v: unknown) => (v ? 'Speto feed −50' : 'Speto feed free'),
  },
  speto_lure: {
    title: 'Speto lure −50',
    help: 'Throwing the first guard of a speto costs 50 if another lays both within the lap',
    value: (v: unknown) => (v ? 'On' : 'Off'),
    chip: (v: unknown) => (v ? 'Speto lure −50' : 'Speto lure free'),
  },
  speto_laid_off: {
    title: 'Speto laid off −50',
    help: 'You lose 50 if another lays off a speto beside your card',
    value: (v: unknown) => (v ? 'On' : 'Off'),
    chip: (v: unknown) => (v ? 'Speto laid off −50' : 'Speto laid off free'),
  },
}
