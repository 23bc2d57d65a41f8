"""The charges P0 and P4 … P9: each one small function of the facts, called from play.py, that writes a line."""

from ...kit.bits import low
from .legal import fits_table
from .melds import FOUR, QUEEN_OF_SPADES, SPETOS, TWO_OF_CLUBS, guards, pairs
from .scoring import charge
from .state import (
    C_FOOLISH_DISCARD,
    C_FULL_DISCARD,
    C_HEAD_FEED,
    C_LAYOFF_DISCARD,
    C_SPETO_FEED,
    C_SPETO_LAID_OFF,
    C_SPETO_LURE,
    FOOLISH_SINGLE,
    FOOLISH_USED,
)


def judge_discard(g, r, log, card):
    """What a discard costs at once; asked before the card joins the pile."""
    if r.layoff_discard and lays_off(g, r, card):
        charge(g, log, g.turn, C_LAYOFF_DISCARD, 50, 1 << card)
    if r.full_discard and fills_pile(g, card):
        charge(g, log, g.turn, C_FULL_DISCARD, 50, 1 << card)


def discard_price(g, r, card):
    """What throwing a card would cost at once: what :func:`judge_discard` charges."""
    points = 0
    if r.layoff_discard and lays_off(g, r, card):
        points = 50
    if r.full_discard and fills_pile(g, card):
        points += 50
    return points


def lays_off(g, r, card):
    """P4, A32, A33, A35: the discard could be laid off on a meld on the table, at this moment and by anyone.

    Whoever throws it, born or not, whatever else he holds, and whether or not anybody takes it.
    """
    return fits_table(g, r, card)


def fills_pile(g, card):
    """P5, A36: the discard makes a set or run with two cards anywhere in the pile, the head included.

    A test of three cards is complete: a longer run with the discard holds a run of three with it.
    """
    bit = 1 << card
    of_rank = g.in_pile & (FOUR << (card % 13))
    if of_rank & (of_rank - 1):
        return True
    run = pairs(g.in_pile | bit)
    run &= run >> 1
    return (run | run << 1 | run << 2) & bit != 0


def judge_meld(g, r, log, meld):
    """A37, A40, A46, A58: what others pay for a new meld that a pickup turn lays, whichever meld of that turn it is.

    Each fresh discard is judged by the pile as it was when thrown: the pile is its own history, so that is what
    lies below it. Discards that are older than a lap, or left in the pile, are not in the meld or not at risk.
    Each rule charges a discard once at most; P6 adds to P7 or P8. Cards laid off are no meld and cost nothing here.
    """
    if not (r.head_feed or r.speto_feed or r.speto_lure):
        return
    end = g.pile_len + g.taken
    place = end - g.fresh
    while place < end:
        card = g.pile[place]
        if place >= g.pile_len and meld >> card & 1:
            before = 0
            for older in range(place):
                before |= 1 << g.pile[older]
            if r.head_feed and feeds_head(g, meld, card, before):
                charge(g, log, g.pile_by[place], C_HEAD_FEED, 50, 1 << card)
            if r.speto_feed and feeds_speto(meld, card, before):
                charge(g, log, g.pile_by[place], C_SPETO_FEED, 50, 1 << card)
            if r.speto_lure and lures(meld, card, before):
                charge(g, log, g.pile_by[place], C_SPETO_LURE, 50, 1 << card)
        place += 1


def feeds_head(g, meld, card, before):
    """P6, A38: a guard of the head, thrown while the head lay in the pile, now in one meld with it."""
    if g.head < 0:
        return False
    head = 1 << g.head
    return before & head != 0 and meld & head != 0 and guards(g.head) >> card & 1 != 0


def feeds_speto(meld, card, before):
    """P7, A39, A43, A67: a speto or a guard of one, now in one meld with the speto and a partner.

    The partner is the speto or another of its guards, and lay in the pile when the card was thrown. A speto thrown
    with no guard in the pile has no partner: nothing.
    """
    spetos = meld & SPETOS
    while spetos:
        speto = low(spetos)
        spetos &= spetos - 1
        family = guards(speto) | 1 << speto
        if family >> card & 1 and meld & before & family:
            return True
    return False


def lures(meld, card, before):
    """P8, A42: a guard of a speto, thrown while neither it nor another guard of it lay in the pile."""
    spetos = meld & SPETOS
    while spetos:
        speto = low(spetos)
        spetos &= spetos - 1
        if guards(speto) >> card & 1 and before & (guards(speto) | 1 << speto) == 0:
            return True
    return False


def judge_layoff(g, r, log, card, neighbour):
    """P9, A44, A45: a speto laid off costs whoever placed the card it joins, unless that is the layer himself.

    ``neighbour`` is that card: Js below Qs, 3c above 2c, or a card of the set.
    """
    if not r.speto_laid_off or not SPETOS >> card & 1:
        return
    for seat in range(g.players):
        if g.placed[seat] >> neighbour & 1 and seat != g.turn:
            charge(g, log, seat, C_SPETO_LAID_OFF, 50, 1 << card)


def judge_knock(g, r, log, card):
    """P0, R26, A7, A8, A9, A24, A47, A48, D6, D7: the newest card of the pile was picked up to knock in this turn.

    Only the seat before threw it; the bare head was thrown by nobody. ``used``: unless that card is the knock card
    itself; ``single_card``: only if nothing else was picked up. A dark knock does not double it.
    """
    if g.taken == 0:
        return
    newest = g.pile_len + g.taken - 1
    fool = g.pile_by[newest]
    thrown = g.pile[newest]
    if fool < 0:
        return
    if r.foolish_condition == FOOLISH_USED and thrown == card:
        return
    if r.foolish_condition == FOOLISH_SINGLE and g.taken != 1:
        return
    amount = r.foolish_speto if thrown == TWO_OF_CLUBS or thrown == QUEEN_OF_SPADES else 50
    g.foolish = 1
    charge(g, log, fool, C_FOOLISH_DISCARD, amount, 1 << thrown)
