"""Tables that policies and values look into: the melds of three that hold a card, and what cards count."""

from ...dummy.kernel.melds import FOUR

_RUNS = tuple(7 << 13 * suit + bottom for suit in range(4) for bottom in range(11))
_SETS = tuple(FOUR << rank & ~(1 << 13 * suit + rank) for rank in range(13) for suit in range(4))
TRIPLES = _RUNS + _SETS  # all 96 melds of three cards; every meld holds one
FACE = tuple(50 if card in (0, 49) else 15 if card % 13 == 12 else 10 if card % 13 > 7 else 5 for card in range(52))
TRIPLE_FACE = tuple(sum(FACE[card] for card in range(52) if triple >> card & 1) for triple in TRIPLES)

_OTHERS = tuple(tuple(triple & ~(1 << card) for triple in TRIPLES if triple >> card & 1) for card in range(52))
OTHERS = tuple(((*others, 0, 0, 0, 0, 0, 0))[:6] for others in _OTHERS)  # the two other cards of each, then zeros
OTHERS_FACE = tuple(
    tuple(sum(FACE[card] for card in range(52) if others >> card & 1) for others in row) for row in OTHERS
)
