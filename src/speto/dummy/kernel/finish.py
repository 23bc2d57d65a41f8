"""Can this turn still end in a knock? The one solver behind A15 (dark knock) and A23 (last turn)."""

from ...kit.bits import low, popcount
from .melds import CLUBS, FOUR, NO_ACE, NO_TWO, down_slots, pairs, set_slots, turned, up_slots


def fits(cards, on_sets, up, down):
    """The cards that may have a place: in a set or run among these cards, or laid off, one by one.

    ``on_sets``, ``up`` and ``down`` are the cards that fit a set, the top and the bottom of a run on the table.
    """
    one, two, three = turned(cards, 1), turned(cards, 2), turned(cards, 3)
    placed = (one & two) | (one & three) | (two & three) | on_sets | up | down
    run = pairs(cards)
    run &= run >> 1
    placed |= run | run << 1 | run << 2
    chain = up & cards
    while chain:
        chain = ((chain & NO_ACE) << 1) & cards
        placed |= chain
    chain = down & cards
    while chain:
        chain = ((chain & NO_TWO) >> 1) & cards
        placed |= chain
    return placed


def can_finish(hand, sets, runs, starts, closed, left):
    """A16: can all these cards but one be laid, as melds or on the table, with ``left`` layoffs?

    Every card laid off on a meld of this very turn could be laid in that meld at once, so only melds that lie on
    the table already count as targets. The search takes the lowest card and tries every place for it: kept as the
    knock card, laid off, or laid in a new meld. It goes rank by rank, and no way twice: so it has few ways even when
    a hand holds most of the pack.
    """
    if hand & (hand - 1) == 0:
        return hand != 0
    on_sets = set_slots(sets)
    up = up_slots(runs)
    down = down_slots(runs, starts, closed)
    lonely = hand & ~fits(hand, on_sets, up, down)
    if lonely & (lonely - 1):
        return False
    # Each entry: the cards still to place, what fits the tops of runs by now, 1 while no knock card is
    # chosen, the layoffs left.
    todo = [(hand, up, 1, left)]
    seen = [(-1, 0, 0, 0)]
    while len(todo) > 0:
        entry = todo.pop()
        if entry in seen:
            continue
        seen.append(entry)
        rest, up, spare, left = entry
        if rest == 0:
            if spare == 0:
                return True
            continue
        lonely = rest & ~(fits(rest, on_sets, up, down) if left > 0 else fits(rest, 0, 0, 0))
        if popcount(lonely) > spare:
            continue
        card = lowest(rest)
        if spare == 1:
            todo.append((rest & ~(1 << card), up, 0, left))
        lay_off_lowest(todo, rest, card, up, spare, left, on_sets, down)
        lay_lowest(todo, rest, card, up, spare, left)
    return False


def lowest(cards):
    """The first card of the lowest rank."""
    ranks = (cards | cards >> 13 | cards >> 26 | cards >> 39) & CLUBS
    return low(cards & (FOUR << low(ranks)))


def lay_off_lowest(todo, rest, card, up, spare, left, on_sets, down):
    """The ways to lay the lowest card off: on a set, above a run, or below one with all cards between."""
    bit = 1 << card
    if left > 0 and on_sets & bit:
        todo.append((rest & ~bit, up, spare, left - 1))
    if left > 0 and up & bit:
        todo.append((rest & ~bit, up | (bit & NO_ACE) << 1, spare, left - 1))
    chain = bit
    top = card
    while not down >> top & 1 and top % 13 < 12 and rest >> (top + 1) & 1:
        top += 1
        chain |= 1 << top
    if down >> top & 1 and popcount(chain) <= left:
        todo.append((rest & ~chain, up, spare, left - popcount(chain)))


def lay_lowest(todo, rest, card, up, spare, left):
    """The ways to lay the lowest card as the lowest of a new set or run; longer runs are several side by side."""
    same = rest & (FOUR << (card % 13))
    count = popcount(same)
    if count >= 3:
        todo.append((rest & ~same, up, spare, left))
    if count == 4:
        others = same & ~(1 << card)
        while others:
            out = others & -others
            others &= others - 1
            todo.append((rest & ~same | out, up, spare, left))
    run = 7 << card
    length = 3
    while length <= 5 and card % 13 + length <= 13 and rest & run == run:
        todo.append((rest & ~run, up, spare, left))
        run |= run << 1
        length += 1


def can_finish_after(hand, sets, runs, starts, closed, left, meld, is_set):
    """:func:`can_finish` once this meld of the hand has been laid (A15)."""
    if is_set:
        return can_finish(hand & ~meld, sets | meld, runs, starts, closed, left)
    return can_finish(hand & ~meld, sets, runs | meld, starts | (meld & -meld), closed, left)
