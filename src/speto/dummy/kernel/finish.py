"""Can this turn still end in a knock? The one solver behind A15 (dark knock) and A23 (last turn)."""

from ...kit.bits import low, popcount
from .melds import FOUR, NO_ACE, NO_TWO, down_slots, pairs, set_slots, turned, up_slots


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
    """A15, A16, A23: can all these cards but one be laid, as melds or on the table, with ``left`` layoffs?

    Every card laid off on a meld of this very turn could be laid in that meld at once, so only melds that lie on
    the table already count as targets. The search takes the lowest card and tries every place for it: kept as the
    knock card, laid off, or lowest of a set or run; longer runs are runs of 3 … 5 side by side.
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
    while len(todo) > 0:
        rest, up, spare, left = todo.pop()
        if rest == 0:
            if spare == 0:
                return True
            continue
        lonely = rest & ~fits(rest, on_sets, up, down)
        if popcount(lonely) > spare:
            continue
        card = low(rest)
        bit = 1 << card
        rank = card % 13
        if spare == 1:
            todo.append((rest & ~bit, up, 0, left))
        if left > 0:
            if on_sets & bit:
                todo.append((rest & ~bit, up, spare, left - 1))
            if up & bit:
                todo.append((rest & ~bit, up | (bit & NO_ACE) << 1, spare, left - 1))
            # Down to this card from the bottom of a run: all cards between, which are all still here.
            chain = bit
            top = card
            while not down >> top & 1 and top % 13 < 12 and rest >> (top + 1) & 1:
                top += 1
                chain |= 1 << top
            if down >> top & 1 and popcount(chain) <= left:
                todo.append((rest & ~chain, up, spare, left - popcount(chain)))
        same = rest & (FOUR << rank)
        if popcount(same) >= 3:
            todo.append((rest & ~same, up, spare, left))
            if popcount(same) == 4:
                others = same & ~bit
                while others:
                    out = others & -others
                    others &= others - 1
                    todo.append((rest & ~same | out, up, spare, left))
        if rank <= 10 and rest >> card & 7 == 7:
            todo.append((rest & ~(7 << card), up, spare, left))
            if rank <= 9 and rest >> card & 15 == 15:
                todo.append((rest & ~(15 << card), up, spare, left))
                if rank <= 8 and rest >> card & 31 == 31:
                    todo.append((rest & ~(31 << card), up, spare, left))
    return False


def can_finish_after(hand, sets, runs, starts, closed, left, meld, is_set):
    """A15: :func:`can_finish` once this meld of the hand has been laid."""
    if is_set:
        return can_finish(hand & ~meld, sets | meld, runs, starts, closed, left)
    return can_finish(hand & ~meld, sets, runs | meld, starts | (meld & -meld), closed, left)
