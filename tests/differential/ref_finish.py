"""Can a knock still be reached in this turn? (A15 A23)

Two answers to the one question. `can_knock_by_playing_out` tries every action after every other and needs no
argument, but a hand of forty cards takes it minutes. `can_knock` settles one card at a time and is what
the referee uses. The tests hold them against each other.
"""

from tests.differential.ref_text import MELDS, RANKS, Cards, fits, in_order, is_set, rank_of, suit_of

Table = frozenset[Cards]  # the cards of every meld on the table; who placed them does not matter here
Position = tuple[Cards, Table, int | None]  # hand, table, layoffs that R17 still allows (None: no limit)


def positions_after(position: Position, qka_closed: bool) -> list[Position]:
    """What each single meld and each single layoff that leaves a card leads to (A20)."""
    hand, table, left = position
    found: list[Position] = [(hand - meld, table | {meld}, left) for meld in MELDS if meld < hand]
    if left == 0 or len(hand) == 1:
        return found
    for meld in table:
        for card in hand:
            if fits(card, meld, qka_closed):
                grown = table - {meld} | {meld | {card}}
                found.append((hand - {card}, grown, None if left is None else left - 1))
    return found


def can_knock_by_playing_out(position: Position, qka_closed: bool) -> bool:
    """Whether melds and layoffs can bring the hand to exactly one card (R18): every order of every action."""
    judged: dict[Position, bool] = {}

    def search(position: Position) -> bool:
        if len(position[0]) == 1:
            return True
        if position not in judged:
            judged[position] = any(search(after) for after in positions_after(position, qka_closed))
        return judged[position]

    return search(position)


def can_knock(position: Position, qka_closed: bool) -> bool:
    """The same, card by card: in the end each card of the hand is the knock card, or in a new meld, or laid
    off on a meld that lies there now.

    A layoff on a meld laid in this same turn need not be tried: laying the greater meld at once does as
    well. Nor need the order of layoffs: the cards between a card and the run it joins come first, and an ace
    comes last, so a run that the ace will close (D10) takes its other cards before.
    """
    hand, table, left = position
    # Only what takes cards matters. A run that already holds the ace may be closed for good (D10).
    open_table = frozenset(
        meld for meld in table if is_set(meld) or not qka_closed or not any(c[0] == "A" for c in meld)
    )
    judged: dict[tuple[Position, bool], bool] = {}

    def search(position: Position, keep_one: bool) -> bool:
        """Whether the whole hand can be laid, but for one card if `keep_one`."""
        hand = position[0]
        if not hand:
            return not keep_one
        if len(hand) == 1 and keep_one:
            return True
        if (position, keep_one) not in judged:
            ways = ways_to_lay(position)
            card = min(in_order(hand), key=lambda c: len(ways[c]))  # the hardest to be rid of
            judged[position, keep_one] = any(search(after, keep_one) for after in ways[card]) or (
                keep_one and search((hand - {card}, *position[1:]), False)
            )
        return judged[position, keep_one]

    return search((hand, open_table, left), True)


def ways_to_lay(position: Position) -> dict[str, list[Position]]:
    """For each card of the hand the positions after it was laid: in each new meld, and on each meld of
    the table together with the cards that must join before it."""
    hand, table, left = position
    ways: dict[str, list[Position]] = {card: [] for card in hand}
    for meld in MELDS:
        if meld <= hand:
            for card in meld:
                ways[card].append((hand - meld, table, left))
    for meld in table:
        for card in hand:
            joining = cards_that_join(card, meld)
            if joining and joining <= hand and (left is None or len(joining) <= left):
                grown = table - {meld} | {meld | joining}
                ways[card].append((hand - joining, grown, None if left is None else left - len(joining)))
    return ways


def cards_that_join(card: str, meld: Cards) -> Cards:
    """The card and what must be laid off on this meld before it; empty if it never can join."""
    if is_set(meld):
        return frozenset({card}) if fits(card, meld, False) else frozenset()
    suit = suit_of(min(meld))
    if suit_of(card) != suit:
        return frozenset()
    ranks = [rank_of(c) for c in meld]
    if rank_of(card) > max(ranks):
        between = range(max(ranks) + 1, rank_of(card) + 1)
    else:
        between = range(rank_of(card), min(ranks))
    return frozenset(RANKS[rank] + suit for rank in between)
