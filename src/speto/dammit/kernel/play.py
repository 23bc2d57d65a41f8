"""Playing an action, a seat's or chance's: cards move, and with them what everybody knows; turns and the deal end.

What everybody knows of a hand and its support pile is kept in two facts; ``docs/architecture.md`` argues that they say
all that the play so far gives away. ``known`` are the cards that everybody saw the seat take and that have not surfaced
since. ``could`` has a set for each card of the hand, from the one held longest to the newest: what it may be.
Each of these sets is part of the next one.
"""

from .legal import fitting
from .state import (
    ALL,
    CHANCE,
    KEEP,
    OVER,
    PLAY,
    SUPPORT,
    W_KEEP,
    W_PLAY,
    W_RANDOM,
    W_REFILL,
    W_SUPPORT,
    W_TURN,
)


def apply(g, r, action):
    """Play a legal action of the seat to act, or of chance."""
    word = action // 52
    bit = action % 52
    if word == W_PLAY:
        leave_hand(g, bit)
        put(g, bit)
        refill(g, r)
    elif word == W_TURN:
        if bit == SUPPORT:
            ask(g, W_SUPPORT)
        elif g.held[g.turn] > 0:
            give_up(g, r)
        else:
            ask(g, W_RANDOM)
    elif word == W_KEEP:
        keep(g, r, bit)
    elif word == W_SUPPORT:
        turn_support(g, r, bit)
    elif word == W_RANDOM:
        turn_random(g, r, bit)
    else:
        leave_support(g, bit)
        enter_hand(g, bit, ALL)
        end_turn(g, r)


def ask(g, word):
    """The next action is one of chance: a card turns up."""
    g.phase = CHANCE
    g.drawing = word


def refill(g, r):
    """M9, M11, MA8, MA9, MA15, MA22: after a play from the hand one card comes: from the deck, else from support.

    One card only, also if the deck had just that one; none if there is neither. No other play brings a card. So while
    the deck lasts every hand is full, and nobody can drop out.
    """
    if g.deck_len > 0:
        g.deck_len -= 1
        card = g.deck[g.deck_len]
        g.deck[g.deck_len] = -1
        enter_hand(g, card, ALL & ~g.known[g.turn])
        end_turn(g, r)
    elif refills_from_support(g):
        ask(g, W_REFILL)
    else:
        end_turn(g, r)


def refills_from_support(g):
    """Whether the card that comes after a play from the hand is a support card."""
    return g.deck_len == 0 and g.support_len[g.turn] > 0


def give_up(g, r):
    """MA5: no hand card fits and there is no support: the pile is taken. Everybody learns that no hand card fits."""
    cards = fitting(g)
    for place in range(g.turn * 4, g.turn * 4 + g.held[g.turn]):
        g.could[place] &= ~cards
    take_pile(g)
    end_turn(g, r)


def turn_support(g, r, card):
    """M8, MA1: the support card that turned up is played if it fits; if not, it is taken back with the whole pile."""
    fits = fitting(g) >> card & 1
    leave_support(g, card)
    g.known[g.turn] &= ~(1 << card)
    put(g, card)
    if not fits:
        take_pile(g)
    end_turn(g, r)


def turn_random(g, r, card):
    """M12, MA2, MA7: the random card that turned up is played if it fits; if not, it is picked up with the pile.

    With the pile it counts as one of its cards. Up to four are the new hand. Of more, four are kept: they all lie in
    support until the seat has chosen. A random card that fits ends the turn like any other play.
    """
    seat = g.turn
    fits = fitting(g) >> card & 1
    g.random[seat] &= ~(1 << card)
    g.random_len[seat] -= 1
    put(g, card)
    if fits:
        end_turn(g, r)
        return
    few = g.pile_len <= 4
    take_pile(g)
    if few:
        g.hand[seat] = g.support[seat]
        g.held[seat] = g.support_len[seat]
        g.support[seat] = 0
        g.support_len[seat] = 0
        for place in range(g.held[seat]):
            g.could[seat * 4 + place] = ALL
        end_turn(g, r)
    else:
        g.phase = KEEP


def keep(g, r, card):
    """MA12: one of the four cards that a seat keeps; the others stay in support. Nobody else sees which."""
    leave_support(g, card)
    enter_hand(g, card, ALL)
    if g.held[g.turn] == 4:
        end_turn(g, r)


def put(g, card):
    """A card goes on top of the play pile."""
    g.pile[g.pile_len] = card
    g.pile_len += 1
    g.in_pile |= 1 << card


def take_pile(g):
    """The play pile goes to the support of the seat to act. Everybody saw it: no card of it is in the hand."""
    seat = g.turn
    cards = g.in_pile
    g.support[seat] |= cards
    g.support_len[seat] += g.pile_len
    g.known[seat] |= cards
    for place in range(seat * 4, seat * 4 + g.held[seat]):
        g.could[place] &= ~cards
    for place in range(g.pile_len):
        g.pile[place] = -1
    g.pile_len = 0
    g.in_pile = 0


def leave_hand(g, card):
    """A card of the hand is shown. For all that is public it was the longest held of those that may have been it."""
    seat = g.turn
    place = seat * 4
    while not g.could[place] >> card & 1:
        place += 1
    g.held[seat] -= 1
    end = seat * 4 + g.held[seat]
    while place < end:
        g.could[place] = g.could[place + 1]
        place += 1
    g.could[end] = 0
    g.hand[seat] &= ~(1 << card)
    g.known[seat] &= ~(1 << card)


def enter_hand(g, card, could):
    """A card comes to the hand, unseen by the others, who know only what it could be."""
    seat = g.turn
    g.hand[seat] |= 1 << card
    g.could[seat * 4 + g.held[seat]] = could
    g.held[seat] += 1


def leave_support(g, card):
    """A card leaves the support of the seat to act."""
    g.support[g.turn] &= ~(1 << card)
    g.support_len[g.turn] -= 1


def cards_of(g, seat):
    """How many cards a seat has in hand, support and random pile together."""
    return g.held[seat] + g.support_len[seat] + g.random_len[seat]


def end_turn(g, r):
    """M6, M13, MA13, MA20: the turn is over; who has no cards drops out; the next seat in play is to act.

    A turn ends when a card was played, with its refill, and when a pile was taken; what lies in the pile stays.
    """
    seat = g.turn
    g.turns += 1
    g.phase = PLAY
    if cards_of(g, seat) == 0:
        g.out[g.outs] = seat
        g.outs += 1
    if g.outs == g.players - 1 or g.turns >= r.max_turns:
        finish(g)
        return
    seat = (seat + 1) % g.players
    while cards_of(g, seat) == 0:
        seat = (seat + 1) % g.players
    g.turn = seat


def finish(g):
    """MA14, MA16: the deal is over: places in the order of dropping out; those still in share the places left.

    It ends when one seat has cards, or after ``max_turns`` turns. Fewer cards are a better place, equal numbers equal
    places.
    """
    g.phase = OVER
    for place in range(g.outs):
        g.place[g.out[place]] = place + 1
    for seat in range(g.players):
        count = cards_of(g, seat)
        if count > 0:
            place = 1
            for other in range(g.players):
                if cards_of(g, other) < count:
                    place += 1
            g.place[seat] = place
