"""Playing an action: cards and facts move, then the penalties are judged; and how a deal begins and ends."""

from ...kit.bits import low, popcount
from .legal import depth, legal
from .melds import FOUR, is_set_word, meld_cards
from .penalties import judge_discard, judge_knock, judge_layoff, judge_meld
from .scoring import settle
from .state import (
    DRAW,
    LAY,
    TAKE,
    W_DISCARD,
    W_LAY_SET,
    W_LAY_UP,
    W_TAKE,
)


def apply(g, r, words, log, action):
    """Play a legal action of the seat to act. ``words`` is scratch; a log of one int writes no lines."""
    word = action // 52
    bit = action % 52
    if word == W_TAKE:
        if bit == DRAW:
            draw(g)
        else:
            settle(g, r, log)
    elif word < W_LAY_SET:
        meld = meld_cards(word, bit)
        if g.phase == TAKE:
            pick_up(g, meld)
        lay(g, meld, is_set_word(word))
        if g.taken:
            judge_meld(g, r, log, meld)
    elif word < W_DISCARD:
        judge_layoff(g, r, log, bit, lay_off(g, word, bit))
    elif word == W_DISCARD:
        judge_discard(g, r, log, bit)
        discard(g, bit)
        begin_turn(g, r, words, log)
    else:
        knock(g, bit)
        judge_knock(g, r, log, bit)
        settle(g, r, log)
    g.moves += 1


def draw(g):
    """The top card of the stock goes to the hand."""
    g.stock_len -= 1
    card = g.stock[g.stock_len]
    g.stock[g.stock_len] = -1
    g.hand[g.turn] |= 1 << card
    g.held[g.turn] += 1
    g.phase = LAY


def pick_up(g, meld):
    """R11: the pile from the meld's deepest card on goes to the hand, where all see it; the seat is born.

    With the stock empty this turn must end in a knock (A23).
    """
    place = depth(g, meld)
    cards = 0
    for newer in range(place, g.pile_len):
        cards |= 1 << g.pile[newer]
    g.taken = g.pile_len - place
    g.pile_len = place
    g.in_pile &= ~cards
    g.hand[g.turn] |= cards
    g.known[g.turn] |= cards
    g.held[g.turn] += g.taken
    g.born |= 1 << g.turn
    g.phase = LAY
    if g.stock_len == 0:
        g.must_finish = 1


def lay(g, meld, is_set):
    """R13, A53: a meld goes to the table and stays there as it is; runs that touch stay two."""
    leave_hand(g, meld)
    g.placed[g.turn] |= meld
    if is_set:
        g.sets |= meld
    else:
        g.runs |= meld
        g.starts |= meld & -meld
    if not g.born >> g.turn & 1:
        g.must_finish = 1


def lay_off(g, word, card):
    """A61: a card joins a meld on the table (R14). Returns the card beside it: of the run, or the lowest of the set."""
    bit = 1 << card
    leave_hand(g, bit)
    g.placed[g.turn] |= bit
    g.layoffs[g.turn] += 1
    if not g.born >> g.turn & 1:
        g.must_finish = 1
    if word == W_LAY_SET:
        beside = low(g.sets & (FOUR << (card % 13)))
        g.sets |= bit
        return beside
    g.runs |= bit
    if word == W_LAY_UP:
        return card - 1
    g.starts = g.starts & ~(bit << 1) | bit
    return card + 1


def leave_hand(g, cards):
    """Cards leave the hand of the seat to act."""
    g.hand[g.turn] &= ~cards
    g.known[g.turn] &= ~cards
    g.held[g.turn] -= popcount(cards)


def discard(g, card):
    """R5, A41, A64: a card goes to the end of the row as its new discarder's; the next seat is to act.

    ``fresh`` becomes the number of newest pile cards thrown since the next seat's last turn: what was left of this
    seat's window and this discard, without the next seat's own.
    """
    leave_hand(g, 1 << card)
    end = g.pile_len + g.taken
    g.fresh = max(g.fresh - g.taken, 0) + 1
    g.pile[g.pile_len] = card
    g.pile_by[g.pile_len] = g.turn
    g.in_pile |= 1 << card
    g.pile_len += 1
    for place in range(g.pile_len, end):
        g.pile[place] = -1
        g.pile_by[place] = -1
    g.turn = next_seat(g, g.turn)
    if g.pile_by[g.pile_len - g.fresh] == g.turn:
        g.fresh -= 1


def next_seat(g, seat):
    """The seat after this one, in the direction of play."""
    return (seat + g.direction + g.players) % g.players


def begin_turn(g, r, words, log):
    """A63: a turn begins (R8, R21). With the stock empty and no pickup that leads to a knock the deal is over."""
    g.phase = TAKE
    g.taken = 0
    g.must_finish = 0
    g.dark = 1 - (g.born >> g.turn & 1)
    if g.stock_len == 0:
        legal(g, r, words)
        options = 0
        for word in range(W_TAKE + 1, W_LAY_SET):
            options |= words[word]
        if options == 0:
            settle(g, r, log)


def knock(g, card):
    """R18, A17, A30: the last card goes face down. It is no discard; dark is who was unborn at turn start."""
    leave_hand(g, 1 << card)
    g.knocker = g.turn
    g.knock_card = card
