/** The rules in English: a short sentence of our own for each id. Marks as in lib/text.ts. */
import { cards } from '../../lib/text'

/** A rule: its name, and what it says with the house rules in force. */
export const en = {
  title: 'Rules',
  search: 'Search',
  searchHelp: 'A word, or an id such as P7',
  found: (count: number) => (count === 1 ? '1 rule found' : `${count} rules found`),
  nothing: 'No rule has these words',
  as: 'House rules shown',
  ofTable: 'Of this table',
  noTable: 'This table is not there; these are the usual rules',
  off: 'Off at this table',
  showOff: 'Show what is off too',
  change: 'House rule',
  top: 'To the top',
  link: (id: string) => `Link to rule ${id}`,
  more: 'Every question that was decided',
  moreHelp: 'From the full statement of the rules, in English',
  moreFailed: 'They cannot be shown just now',
  contents: 'Contents',

  sections: {
    start: 'Cards and deal',
    turn: 'A turn',
    birth: 'Birth',
    lay: 'Melds and layoffs',
    knock: 'Knock and end',
    points: 'Points',
    bonus: 'Bonuses',
    penalties: 'Penalties',
    match: 'Match',
  },

  names: {
    R1: 'Players', R2: 'Deal', R3: 'Five cards aside', R4: 'Stock and head', R5: 'Pile', R6: 'Ranks', R7: 'Meld', R8: 'Turn',
    R9: 'Pickup', R10: 'More in the same turn', R11: 'Birth', R12: 'Not born', R13: 'What lies stays', R14: 'Layoff',
    R15: 'Two melds', R16: 'Ends of a run', R17: 'Limit of layoffs', R18: 'Knock', R19: 'Dark knock', R20: 'Colour knock',
    R21: 'Stock empty', R22: 'Values', R23: 'Knock card', R24: 'Score', R25: 'Dark deduction', R26: 'Foolish discard',
    R27: 'Next starter', R28: 'Target',
    P0: 'Foolish discard', P1: 'Speto as knock card', P2: 'Knock card that fits', P3: 'Head', P4: 'Layoff discard',
    P5: 'Full discard', P6: 'Head feed', P7: 'Speto feed', P8: 'Speto lure', P9: 'Speto laid off',
    guard: 'Guards', stack: 'Penalties add up',
    A5: 'Head in a hand', A6: 'Penalties of the knocker', A10: 'Deepest card', A12: 'Pickup for a layoff', A13: 'Whose limit',
    A15: 'Dark in one turn', A19: 'Last card', A20: 'One card stays', A21: 'Pickup with one card', A22: 'Discard of a new card',
    A23: 'Last turn', A25: 'One card in the stock', A26: 'Direction', A27: 'Start after no knock', A28: 'First starter',
    A49: 'Equal at the target', A56: 'The pile is never empty', A60: 'What is shown', D18: 'Presets',
  },

  rules: {
    R1: '2 to 4 people play, with one pack of 52 cards and no jokers.',
    R2: 'With 2 players each gets 11 cards, with 3 players 9, with 4 players 7.',
    R3: (aside: unknown) =>
      aside
        ? 'With two players, five cards from the bottom of the stock are put aside unseen, so nobody can count the cards.'
        : 'All cards are in play. Some tables put five cards of the stock aside when two play.',
    R4: 'The rest is the stock, face down. Its top card is turned up beside it: that is the head, and the pile begins with it.',
    R5: 'The pile lies open in a line, oldest card first, so that everybody sees every card.',
    R6: 'Ranks go 2 3 4 5 6 7 8 9 10 J Q K A. The ace is high only: A 2 3 is no run.',
    R7: 'A meld is a set, 3 or 4 cards of one rank, or a run, 3 or more cards of one suit that follow each other.',
    R8: 'Draw the top card of the stock or pick up from the pile. Once born, lay melds and lay off as you like. Then discard one card, or knock.',
    R9: 'You may pick up only if a card of the pile makes a new meld with at least one card of your hand. You take it and everything newer, and lay that meld at once.',
    R10: 'In the turn of a pickup you may lay more melds and lay off cards, or keep them in your hand.',
    R11: 'The first time in a deal that you pick up from the pile and lay the meld, you are born.',
    R12: 'Until you are born you may lay no meld and lay off no card. Only a turn that ends in your knock is free of this.',
    R13: 'What lies on the table stays there. No card goes back to a hand or over to another meld.',
    R14: 'Once born, you may lay off cards in your own turn on any meld, your own or another’s, also beside cards laid off before. Nobody has to.',
    R15: 'If a card fits two melds, you say which one it joins.',
    R16: (closed: unknown) =>
      closed
        ? 'A run that holds the ace is closed: nothing may be laid off on it. No 2 follows an ace.'
        : 'A run ends at the ace: no 2 follows it. Below, J and 10 may still be laid off on Q K A.',
    R17: (limit: unknown) =>
      limit === null ? 'You may lay off as many cards as you like.' : `You may lay off at most ${String(limit)} cards in a deal, the turn of your knock included.`,
    R18: 'When all your cards are laid or laid off but one, you knock: that card is placed face down, all hands are shown, the deal is over.',
    R19: 'Who knocks and was not born before that turn knocks dark: what was laid and the knock card count twice.',
    R20: (colour: unknown) =>
      colour
        ? 'If everything that the knocker laid in the deal is of one suit, it counts twice with the knock card. The knock card itself may be of any suit. Dark in colour counts four times.'
        : 'A knock in one suit brings nothing more at this table.',
    R21: 'Who draws the last card of the stock plays on as usual. If the next player cannot pick up so as to knock, the deal is over without a knock.',
    R22: (ace: unknown) =>
      `2 to 9 count 5. 10, J, Q and K count 10. The ace counts ${ace === 'five' ? '5' : ace === 'split15_10' ? '15, but 10 in a run' : '15'}. The spetos ${cards('2c')} and ${cards('Qs')} count 50.`,
    R23: 'The knock card counts 50, whatever it is.',
    R24: 'You score the cards that you laid yourself, on whichever meld they lie, less every card in your hand, even one that would fit.',
    R25: (when: unknown, what: unknown) =>
      `Who was never born in the deal loses ${what === 'hand' ? 'what the hand counts' : 'the hand and the penalties'} twice ${when === 'knock' ? 'if another player knocks' : 'if another player knocks, and also if the stock runs out'}.`,
    R26: (reversal: unknown) =>
      `A discard that the next player picks up and knocks with is foolish. It costs points (P0) and ${reversal === 'off' ? 'changes nothing else' : reversal === 'next_deal' ? 'turns the direction of the next deal' : 'turns the direction of play until the next foolish discard'}.`,
    R27: 'Who knocks starts the next deal.',
    R28: (target: unknown) => `The first player with ${String(target)} points wins the match. It is looked at after each deal.`,

    P0: (when: unknown, speto: unknown) =>
      `You lose 50 if the next player picks up your fresh discard and knocks in that turn${when === 'any_pickup' ? '' : when === 'single_card' ? ', taking that one card alone' : ', unless that very card is the knock card'}. A speto costs ${String(speto)}.`,
    P1: 'A speto as knock card counts 100 instead of 50.',
    P2: 'A knock card that could be laid off on a meld counts 100 instead of 50. A speto that fits counts 100 as well, not more.',
    P3: 'The head counts 50 for whoever lays it, or 100 if it is a speto, instead of its own value.',
    P4: 'You lose 50 each time you throw a card that fits a meld on the table. It counts at once, whether or not anybody uses the card.',
    P5: 'You lose 50 if your discard makes a set or run with two cards of the pile, side by side or not. It counts at once.',
    P6: 'The head lies in the pile and you throw a guard of it. You lose 50 if another player lays one new meld with both before your next turn.',
    P7: 'You lose 50 if another player, picking up before your next turn, lays a new meld with your discard, a speto, and a partner that lay in the pile when you threw: the speto itself, or a guard of it.',
    P8: 'You throw a guard of a speto while neither that speto nor another guard of it lies in the pile. You lose 50 if another player, picking up before your next turn, lays a new meld with both.',
    P9: 'You lose 50 if another player lays off a speto beside your card: on a run the owner of the card next to it pays, on a set the set’s owner.',
    guard: `Guards of a card: its neighbours one or two ranks away in the same suit, and the other cards of its rank. Of ${cards('2c')}: ${cards('3c 4c 2d 2h 2s')}. Of ${cards('Qs')}: ${cards('Ts Js Ks As Qc Qd Qh')}.`,
    stack: 'One discard may cost under several rules, and one pickup may cost several players. Nobody receives the points.',

    A5: 'The head never stays in a hand: it is the oldest card of the pile, so a pickup that takes it must lay it.',
    A6: 'The doubling of a knock is for the cards laid and the knock card, not for the knocker’s own penalties.',
    A10: 'The meld of a pickup must hold the deepest card taken. It may hold several cards of the pile.',
    A12: 'A card of the pile may not be picked up just to be laid off.',
    A13: 'Layoffs are counted for each player and each deal, whatever meld they go to.',
    A15: 'Who is not born may lay only if the whole turn can end in a knock. From the first card laid on it must end so, and nothing may be discarded.',
    A19: 'If one card is left after laying, you knock with it. The last card is never discarded.',
    A20: 'One card must always be left to discard or to knock with.',
    A21: 'With a single card in hand you may pick up, if it joins the meld and another card remains.',
    A22: 'A card that was drawn or picked up may be thrown in the same turn.',
    A23: 'With the stock empty only the next player has one more turn: a pickup that leads to a knock at once, or passing, which ends the deal.',
    A25: 'With one card in the stock you may still pick up instead. Every deal comes to an end.',
    A26: (reversal: unknown) =>
      `Dealing and turns go the same way. ${reversal === 'off' ? 'The direction never changes at this table.' : reversal === 'next_deal' ? 'The deal after a foolish discard goes the other way, every other deal as at first.' : 'After a foolish discard it is the other way, until there is another one.'}`,
    A27: 'If nobody knocks, the player after the last starter starts the next deal.',
    A28: 'The first starter is drawn at random. Dealing begins with the starter.',
    A49: 'If several lead with equal points at the target, all play on until one is ahead.',
    A56: 'The pile is never empty when a turn begins, for every turn but the last ends with a discard.',
    A60: 'When the deal is over all hands and the knock card are shown. The stock stays face down.',
    D18: 'A table starts from a preset, Thai 500, Strict or Short, and may change every house rule. What differs is shown before you sit down.',
  },
}
