"""A hidden hand that can end this turn in a knock, when drawing at random has not found one.

Needed only for views of another seat's turn that must end in a knock (A15, A23). The hand is put together from
melds in a random order, so every possible hand can come out, though not all of them equally often.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

from .actions import MELDS
from .kernel import entries as kernel
from .kernel.legal import layoffs_left, taken_by
from .kernel.melds import FOUR, down_slots, meld_cards, set_slots, up_slots
from .kernel.see import unseen
from .kernel.state import N_WORDS, TAKE
from .view import View

_MELDS = [meld_cards(action // 52, action % 52) for action in MELDS]
ATTEMPTS = 200
STEPS = 4000


def build(view: View, rng: random.Random, g: Any) -> None:
    """Write into ``g`` a full state that looks like the view and leaves the seat to act an action.

    Raises:
        LookupError: none was found.
    """
    v = view._g
    held = int(v.hand[v.turn])
    for _ in range(ATTEMPTS):
        chosen = _hand(v, view._r, rng, unseen(v), held, int(v.held[v.turn]) - held.bit_count())
        if chosen is None:
            continue
        seen = v.copy()
        seen.hand[v.turn] = held | chosen
        generator = [rng.getrandbits(32), rng.getrandbits(32) | 1]
        if kernel.imagine_at([seen], 0, [view._r], [0] * N_WORDS, generator, [g], 0, 1):
            return
    raise LookupError("no hand was found with which this turn could end in a knock")


def _hand(v: Any, r: Any, rng: random.Random, pool: int, held: int, hidden: int) -> int | None:
    """The hidden cards of such a hand, of which some are held for all to see; None if this try went astray."""
    table = (int(v.sets), int(v.runs), int(v.starts))
    left: int = layoffs_left(v, r)
    steps = iter(range(STEPS))
    if v.phase != TAKE:
        return _cover(rng, held, pool, hidden, 1, table, r.qka_closed, left, steps)
    for meld in rng.sample(_MELDS, len(_MELDS)):
        in_pile = meld & v.in_pile
        from_pool = meld & pool
        if not in_pile or in_pile == meld or meld & ~(pool | held | in_pile) or from_pool.bit_count() > hidden:
            continue
        rest = (held | taken_by(v, meld)) & ~meld
        more = _cover(
            rng,
            rest,
            pool & ~meld,
            hidden - from_pool.bit_count(),
            1,
            _laid(table, meld),
            r.qka_closed,
            left,
            steps,
        )
        if more is not None:
            return int(from_pool | more)
    return None


def _cover(
    rng: random.Random,
    must: int,
    pool: int,
    hidden: int,
    spare: int,
    table: tuple[int, int, int],
    closed: int,
    left: int,
    steps: Iterator[int],
) -> int | None:
    """Cards of the pool, ``hidden`` of them, that can be laid together with those of ``must``, all but one."""
    if next(steps, None) is None or must.bit_count() + hidden < spare:
        return None
    if must == 0 and hidden == 0:
        return 0 if spare == 0 else None
    first = must & -must
    free = must | (pool if hidden else 0)
    ways: list[tuple[int, int, tuple[int, int, int], int]] = [
        (meld, spare, _laid(table, meld), left)
        for meld in _MELDS
        if not meld & ~free and (meld & first or not must) and (meld & pool).bit_count() <= hidden
    ]
    if spare:
        ways += [(card, 0, table, left) for card in _bits(first or pool)]
    if left > 0:
        # A card further from its run must wait for those between: any card that fits may come first.
        sets, runs, starts = table
        up, down = up_slots(runs) & free, down_slots(runs, starts, closed) & free
        ways += [(card, spare, (sets | card, runs, starts), left - 1) for card in _bits(set_slots(sets) & free)]
        ways += [(card, spare, (sets, runs | card, starts), left - 1) for card in _bits(up)]
        ways += [(card, spare, (sets, runs | card, starts & ~(card << 1) | card), left - 1) for card in _bits(down)]
    rng.shuffle(ways)
    for cards, spare_after, table_after, left_after in ways:
        new = cards & pool
        more = _cover(
            rng,
            must & ~cards,
            pool & ~cards,
            hidden - new.bit_count(),
            spare_after,
            table_after,
            closed,
            left_after,
            steps,
        )
        if more is not None:
            return new | more
    return None


def _laid(table: tuple[int, int, int], meld: int) -> tuple[int, int, int]:
    sets, runs, starts = table
    lowest = meld & -meld
    if meld == meld & (FOUR << ((lowest.bit_length() - 1) % 13)):
        return sets | meld, runs, starts
    return sets, runs | meld, starts | lowest


def _bits(cards: int) -> Iterator[int]:
    while cards:
        yield cards & -cards
        cards &= cards - 1
