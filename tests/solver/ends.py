"""Ends of deals for the tests: short stocks, hands of any size, and tables on which something can happen."""

from __future__ import annotations

from random import Random

from tests.property.walks import choose, some_deal, some_options

from speto import Deal, Options
from speto.cards import TEXTS
from speto.dummy.actions import MELD_OF_CARDS
from speto.errors import BadStart

MELDS = sorted(MELD_OF_CARDS)


def some_end(seed: int, stock: int, players: int, most: int = 9) -> Deal:
    """A turn from a random walk, its stock cut to so many cards and its hands to at most so many.

    The cards that are cut are out of play: a position need not hold all 52.
    """
    rng = Random(f"end {seed} {stock} {players}")
    deal = some_deal(rng.randrange(10**6), players)
    eager = rng.choice((0.0, 0.5, 0.8))
    last = deal.position()
    for _ in range(rng.randrange(2, 40)):
        if deal.over:
            break
        if deal.starting:
            last = deal.position()
        deal.play(choose(deal.legal, rng, eager))
    hands = [text.split() for text in last["hands"]]  # type: ignore[attr-defined]
    known = [set(text.split()) for text in last.get("known", [""] * players)]  # type: ignore[attr-defined]
    cut = []
    for seat, hand in enumerate(hands):
        kept = rng.sample(hand, min(len(hand), rng.randint(2, most)))
        cut += [card for card in hand if card not in kept]
        hands[seat] = kept
        known[seat] &= set(kept)
    last["hands"] = [" ".join(hand) for hand in hands]
    last["known"] = [" ".join(cards) for cards in known]
    cards = str(last["stock"]).split() + cut
    rng.shuffle(cards)
    last["stock"] = " ".join(cards[:stock])
    found = Deal.from_start(last, players=players, rules=deal.options)
    return found if not found.over or seed > 10**9 else some_end(seed + 10**6, stock, players, most)


def some_closed_end(seed: int, stock: int, most: int, rules: Options | str | None = None, hidden: int = 0) -> Deal:
    """A turn of two players that see all cards but those of a hand and the stock: the others lie on the table.

    ``hidden`` cards are out of play. Few cards are in the pile: the table takes whatever makes melds.
    """
    rng = Random(f"closed {seed} {stock} {most}")
    cards = rng.sample(range(52), 52)
    spread = rng.choice((0.0, 3.0, 8.0))
    if spread:
        kind = rng.randrange(2)
        place = {card: (card if kind else card % 13 * 4 + card // 13) + rng.gauss(0, spread) for card in cards}
        cards.sort(key=place.__getitem__)
        turn = rng.randrange(52)
        cards = cards[turn:] + cards[:turn]
    sizes = [rng.randint(1, most), rng.randint(1, most)]
    used = sum(sizes) + stock + hidden
    few = cards[:used]
    rng.shuffle(few)
    rest = sum(1 << card for card in cards[used:])
    melds = []
    for meld in rng.sample(MELDS, len(MELDS)):
        if not meld & ~rest:
            rest &= ~meld
            melds.append(meld)
    born = rng.choice(([0, 1], [0, 1], [0], [1]))
    pile = [card for card in range(52) if rest >> card & 1]
    if not pile:
        return some_closed_end(seed + 10**6, stock, most, rules, hidden)
    rng.shuffle(pile)
    turn = rng.randrange(2)
    thrown = [f"{TEXTS[card]}/{(turn + 1 + back) % 2}" for back, card in enumerate(reversed(pile))][::-1]
    hands = [few[: sizes[0]], few[sizes[0] : sizes[0] + sizes[1]]]
    lying = [" ".join(f"{TEXTS[card]}/{rng.choice(born)}" for card in range(52) if meld >> card & 1) for meld in melds]
    options = rules if isinstance(rules, Options) else Options.of(rules) if rules else some_options(rng)
    start = {
        "hands": [" ".join(TEXTS[card] for card in hand) for hand in hands],
        "stock": " ".join(TEXTS[card] for card in few[sum(sizes) : sum(sizes) + stock]),
        "pile": " ".join(thrown),
        "melds": lying,
        "born": born,
        "turn": turn,
        "layoffs": [0, 0],
    }
    return Deal.from_start(start, players=2, rules=options)


def siblings(deal: Deal, seed: int, count: int) -> list[Deal]:
    """Positions that differ from this one, at the start of a turn, in few things that a solver must tell apart."""
    rng = Random(f"siblings {seed}")
    found = [deal]
    for _ in range(20 * count):
        if len(found) > count:
            break
        start = deal.position()
        change = rng.randrange(7)
        pile = str(start["pile"]).split()
        if change == 0 and len(pile) > 2:  # the pile in another order; who threw what stays
            cards, rest = [word[:2] for word in pile], [word[2:] for word in pile]
            where = [i for i, owner in enumerate(rest) if owner]
            swapped = rng.sample(where, 2) if len(where) > 1 else [0, 0]
            cards[swapped[0]], cards[swapped[1]] = cards[swapped[1]], cards[swapped[0]]
            start["pile"] = " ".join(card + owner for card, owner in zip(cards, rest, strict=True))
        elif change == 1 and len(deal.stock) > 1:
            start["stock"] = " ".join(reversed(str(start["stock"]).split()))
        elif change == 2 and deal.melds:  # other owners
            born = [seat for seat in range(deal.players) if deal.born[seat]]
            start["melds"] = [
                " ".join(f"{word[:2]}/{rng.choice(born)}" for word in str(meld).split()) for meld in deal.melds
            ]
        elif change == 3:
            start["fresh"] = rng.randint(0, deal.players - 1)
        elif change == 4 and deal.options.layoff_discard:
            start["penalties"] = [[rng.randrange(deal.players), "layoff_discard"]] * rng.randint(1, 3)
        elif change == 5 and deal.options.layoff_limit:
            start["layoffs"] = [rng.randint(0, 1) for _ in range(deal.players)]
        elif change == 6 and not deal.melds:
            start["born"] = [seat for seat in range(deal.players) if rng.random() < 0.5]
        else:
            continue
        try:
            other = Deal.from_start(start, players=deal.players, rules=deal.options)
        except BadStart:
            continue
        if not other.over:
            found.append(other)
    return found
