"""A slow, independent referee of Dummy, written from `rules.md` and `records.md` alone.

It shares no code with the package: the two are compared action for action and ledger line for ledger line.
Clear first, fast second. Rule ids are those of the rules.
"""

from dataclasses import dataclass
from typing import Any

from tests.differential.ref_finish import Table, can_knock
from tests.differential.ref_text import (
    MELDS,
    PACK,
    PENALTY_RULES,
    SPETOS,
    Cards,
    cards_in,
    cards_run_together,
    fits,
    full_rules,
    guards,
    in_order,
    is_run,
    is_set,
    rank_of,
    suit_of,
    text,
    value,
)

HAND_SIZE = {2: 11, 3: 9, 4: 7}  # R2


@dataclass(frozen=True)
class Discard:
    """A card that lies, or lay until this turn's pickup, in the pile."""

    card: str
    seat: int | None  # None: the head as it was turned up
    before: Cards  # what lay in the pile when it was discarded


class Referee:
    """One deal from its start, by canonical action texts.

    `over`, `foolish` (P0 was charged in this deal) and `knocker` may be read at any time.
    """

    def __init__(self, rules: dict[str, Any], players: int, start: dict[str, Any]) -> None:
        self.rules = full_rules(rules)
        self.players = players
        self.direction: int = start.get("direction", 1)
        self.over = False
        self.foolish = False
        self.knocker: int | None = None
        self.knock_card = ""
        self.actions = 0
        self.penalties: list[dict[str, Any]] = []
        self.melds: list[dict[str, int]] = []  # each card with the seat that placed it
        self.born: set[int] = set()
        self.laid_off = [0] * players
        if "deck" in start:
            self._deal(cards_in(start["deck"]), start["starter"])
        else:
            self._set_up(start)

    def _deal(self, deck: list[str], starter: int) -> None:
        """R2 R3 R4: one card at a time from the starter on, the head, the stock."""
        assert sorted(deck) == sorted(PACK), "a deck is the 52 cards"
        size = HAND_SIZE[self.players]
        self.hands: list[set[str]] = [set() for _ in range(self.players)]
        for place in range(size * self.players):
            self.hands[(starter + place * self.direction) % self.players].add(deck[place])
        self.head: str | None = deck[size * self.players]
        self.stock = deck[size * self.players + 1 :]
        self.out_of_play: list[str] = []
        if self.players == 2 and self.rules["strip_stock"]:
            self.out_of_play = self.stock[-5:]
            self.stock = self.stock[:-5]
        self.pile = [Discard(deck[size * self.players], None, frozenset())]
        self.window: list[Discard] = []
        self._begin_turn(starter)

    def _set_up(self, start: dict[str, Any]) -> None:
        """A position in place of a deal."""
        turn: int = start["turn"]
        self.hands = [set(cards_in(hand)) for hand in start["hands"]]
        self.stock = cards_in(start.get("stock", ""))
        self.pile = []
        for item in start["pile"].split():
            card, _, seat = item.partition("/")
            before = frozenset(d.card for d in self.pile)
            self.pile.append(Discard(card, int(seat) if seat else None, before))
        for meld in start.get("melds", []):
            pairs = [item.split("/") for item in meld.split()]
            self.melds.append({card: int(seat) for card, seat in pairs})
            assert is_set(self.melds[-1]) or is_run(self.melds[-1]), f"not a meld: {meld}"
        self.born = set(start.get("born", []))
        self.laid_off = list(start.get("layoffs", self.laid_off))
        self.head = start.get("head") or (self.pile[0].card if self.pile[0].seat is None else None)
        for seat, code in start.get("penalties", []):
            assert self.rules[code], f"{code} is off"
            self._charge(seat, code)
        fresh = start["fresh"] if "fresh" in start else self._default_fresh(turn)
        self.window = self.pile[len(self.pile) - fresh :]
        seen = [c for hand in self.hands for c in hand] + self.stock
        seen += [d.card for d in self.pile] + [c for meld in self.melds for c in meld]
        assert len(seen) == len(set(seen)) and set(seen) <= set(PACK), "a card twice, or no card"
        self.out_of_play = [c for c in PACK if c not in seen]
        self._begin_turn(turn)

    def _default_fresh(self, turn: int) -> int:
        fresh, back = 0, 0
        for discard in reversed(self.pile):
            if discard.seat is None:
                break
            further = (turn - discard.seat) * self.direction % self.players
            if further <= back:  # also the player to act himself, who sits 0 back
                break
            fresh, back = fresh + 1, further
        return fresh

    def position(self) -> dict[str, Any]:
        """The `start` object of this position; only at the start of a turn."""
        assert not self.drawn and not self.over, "positions are written at the start of a turn"
        return {
            "hands": [" ".join(in_order(hand)) for hand in self.hands],
            "stock": " ".join(self.stock),
            "pile": " ".join(d.card if d.seat is None else f"{d.card}/{d.seat}" for d in self.pile),
            "melds": [" ".join(f"{c}/{meld[c]}" for c in in_order(meld)) for meld in self.melds],
            "born": sorted(self.born),
            "turn": self.seat,
            "direction": self.direction,
            "fresh": len(self.window),
            "layoffs": list(self.laid_off),
            "penalties": [[line["seat"], line["code"]] for line in self.penalties],
        } | ({"head": self.head} if self.head else {})

    # The turn

    def _begin_turn(self, seat: int) -> None:
        assert self.pile, "A56: the pile is never empty at the start of a turn"
        assert self.hands[seat], "a player always holds a card at the start of his turn"
        self.seat = seat
        self.dark = seat not in self.born  # A17: read at the start of the turn
        self.drawn = False  # drew or picked up
        self.taken: list[Discard] = []  # what he picked up in this turn
        self.must_finish = False  # A15 A23
        # Within the lap: a player's own next turn closes the risk of his discard. A card that was picked
        # up and kept is no longer a discard (A41).
        self.window = [d for d in self.window if d.seat != seat and d in self.pile]
        if not self.stock and not self._pickups():
            self.over = True  # A23: no such pickup, so the deal ends by itself

    def actor(self) -> int | None:
        """The seat to act; None when the deal is over."""
        return None if self.over else self.seat

    def legal(self) -> list[str]:
        """The legal actions as canonical texts, sorted by code points."""
        if self.over:
            return []
        if not self.drawn:
            return sorted([*self._pickups(), "+" if self.stock else "."])
        hand = self.hands[self.seat]
        if len(hand) == 1:
            return [f"#{card}" for card in hand]  # A19
        unborn = self.seat not in self.born
        plays = self._melds_and_layoffs(knock_only=unborn or self.must_finish)
        discards = [] if self.must_finish else [f"-{card}" for card in hand]
        return sorted(plays + discards)

    def _pickups(self) -> list[str]:
        """R9 A10 A11 A20 A21; with an empty stock only those that lead to a knock (A23)."""
        hand = self.hands[self.seat]
        row = [d.card for d in self.pile]
        found = []
        for meld in MELDS:
            if not meld & hand or not meld <= hand.union(row):
                continue
            in_pile = [place for place, card in enumerate(row) if card in meld]
            if not in_pile:
                continue
            left = hand.union(row[min(in_pile) :]) - meld
            if not left:
                continue
            if not self.stock and not self._can_knock(left, self._table() | {meld}):
                continue
            found.append("^" + text(meld))
        return found

    def _melds_and_layoffs(self, knock_only: bool) -> list[str]:
        """What may be laid now; with `knock_only` what keeps a knock of this turn in reach (A15 A23)."""
        hand = frozenset(self.hands[self.seat])
        found = []
        for meld in MELDS:
            if not meld < hand:  # a card is left (A20)
                continue
            if not knock_only or self._can_knock(hand - meld, self._table() | {meld}):
                found.append("=" + text(meld))
        left = self._layoffs_left()
        if left == 0:
            return found
        for placed in self.melds:
            before = frozenset(placed)
            for card in hand:
                if not fits(card, before, self.rules["qka_closed"]):
                    continue
                after = self._table() - {before} | {before | {card}}
                if not knock_only or self._can_knock(hand - {card}, after, layoffs_now=1):
                    found.append(f"{card}>{in_order(before)[0]}")
        return found

    def _table(self) -> Table:
        return frozenset(frozenset(meld) for meld in self.melds)

    def _layoffs_left(self) -> int | None:
        limit: int | None = self.rules["layoff_limit"]
        return None if limit is None else max(0, limit - self.laid_off[self.seat])  # A13

    def _can_knock(self, hand: Cards | set[str], table: Table, layoffs_now: int = 0) -> bool:
        left = self._layoffs_left()
        left = None if left is None else left - layoffs_now
        return can_knock((frozenset(hand), table, left), self.rules["qka_closed"])

    # Actions

    def play(self, action: str) -> None:
        """Play one legal action. Raises AssertionError if it is not legal."""
        assert action in self.legal(), f"{action!r} is not legal"
        kind, rest = action[0], action[1:]
        if kind == "+":
            self.hands[self.seat].add(self.stock.pop(0))
            self.drawn = True
        elif kind == "^":
            self._pick_up(cards_run_together(rest))
        elif kind == "=":
            self._lay(cards_run_together(rest))
        elif kind == "-":
            self._discard(rest)
        elif kind == "#":
            self._knock(rest)
        elif kind == ".":
            self.over = True
        else:
            self._lay_off(*action.split(">"))
        self.actions += 1

    def _pick_up(self, meld: Cards) -> None:
        deepest = min(place for place, d in enumerate(self.pile) if d.card in meld)
        self.taken = self.pile[deepest:]
        del self.pile[deepest:]
        self.hands[self.seat].update(d.card for d in self.taken)
        self.born.add(self.seat)  # R11
        self.drawn = True
        self.must_finish = not self.stock  # A23
        self._lay(meld)
        assert self.head not in self.hands[self.seat], "A5: the head is melded when it is taken"

    def _lay(self, meld: Cards) -> None:
        self.must_finish = self.must_finish or self.seat not in self.born  # A15
        self.hands[self.seat] -= meld
        self.melds.append(dict.fromkeys(in_order(meld), self.seat))
        if not self.taken:
            return  # P6-P8 need a new meld laid in a pickup turn (A37 A40)
        for discard in self.window:  # oldest first
            if discard.card in meld:
                self._charge_feeds(discard, meld)

    def _charge_feeds(self, discard: Discard, meld: Cards) -> None:
        card, before = discard.card, discard.before
        if self.head in before and self.head in meld and card in guards(self.head):
            self._charge(discard.seat, "head_feed", card)
        for speto in SPETOS:
            if speto not in meld:
                continue
            its_guards = guards(speto)
            if card in its_guards:
                # Partners that lay there: the speto (1) or another guard of it (3). None: a lure (P8).
                partners = before & (its_guards | {speto})
                if partners & meld:
                    self._charge(discard.seat, "speto_feed", card)
                if not partners:
                    self._charge(discard.seat, "speto_lure", card)
            if card == speto and before & its_guards & meld:  # case 2
                self._charge(discard.seat, "speto_feed", card)

    def _lay_off(self, card: str, named: str) -> None:
        self.must_finish = self.must_finish or self.seat not in self.born  # A15
        meld = next(m for m in self.melds if named in m)
        if card in SPETOS:
            self._charge_speto_laid_off(card, meld)
        meld[card] = self.seat
        self.hands[self.seat].remove(card)
        self.laid_off[self.seat] += 1

    def _charge_speto_laid_off(self, speto: str, meld: dict[str, int]) -> None:
        """P9 A44: the card next to the speto in a run; in a set the three cards have one owner."""
        if is_set(meld):
            neighbour = in_order(meld)[0]
        else:
            neighbour = next(c for c in meld if abs(rank_of(c) - rank_of(speto)) == 1)
        if meld[neighbour] != self.seat:
            self._charge(meld[neighbour], "speto_laid_off", speto)

    def _discard(self, card: str) -> None:
        row = frozenset(d.card for d in self.pile)
        if any(fits(card, meld, self.rules["qka_closed"]) for meld in self.melds):
            self._charge(self.seat, "layoff_discard", card)
        if any(card in meld and len(meld) == 3 and len(meld & row) == 2 for meld in MELDS):
            self._charge(self.seat, "full_discard", card)
        self.hands[self.seat].remove(card)
        discard = Discard(card, self.seat, row)
        self.window = [d for d in self.window if d.card != card] + [discard]  # A41
        self.pile.append(discard)
        self._begin_turn((self.seat + self.direction) % self.players)

    def _knock(self, card: str) -> None:
        self.hands[self.seat].remove(card)
        self.knocker, self.knock_card, self.over = self.seat, card, True
        if not self.taken or self.taken[-1].seat is None:
            return  # nobody's discard was picked up (A9)
        fresh = self.taken[-1]  # only the discard on top makes foolish (A8)
        condition = self.rules["foolish_condition"]
        if (
            condition == "any_pickup"
            or (condition == "used" and fresh.card != card)
            or (condition == "single_card" and len(self.taken) == 1)
        ):
            self.foolish = True
            amount = self.rules["foolish_speto_amount"] if fresh.card in SPETOS else 50
            self._charge(fresh.seat, "foolish_discard", fresh.card, amount)

    # Points

    def _charge(self, seat: int | None, code: str, card: str = "", amount: int = 50) -> None:
        """A penalty. Without a card: charged before the position that this deal starts from."""
        assert seat is not None
        if not self.rules.get(code, True):  # P0 is always on
            return
        line = {"seat": seat, "code": code, "rule": PENALTY_RULES[code], "points": -amount}
        if card:
            line.update(cards=card, action=self.actions, by=self.seat)
        self.penalties.append(line)

    def ledger(self) -> list[dict[str, Any]]:
        """The lines as records have them; of an unfinished deal the penalties so far."""
        lines = [dict(line) for line in self.penalties]
        if self.over:
            for seat in range(self.players):
                lines += self._final_lines(seat)
        return lines

    def scores(self) -> list[int] | None:
        """Points of each seat; None while the deal is unfinished."""
        if not self.over:
            return None
        ledger = self.ledger()
        return [sum(line["points"] for line in ledger if line["seat"] == s) for s in range(self.players)]

    def _final_lines(self, seat: int) -> list[dict[str, Any]]:
        ace_value = self.rules["ace_value"]
        placed = {c: value(c, ace_value, m) for m in self.melds for c, who in m.items() if who == seat}
        head_points = 0
        if self.rules["head_bonus"] and self.head in placed:  # P3 A4: replaces the face value
            assert self.head is not None
            del placed[self.head]
            head_points = 100 if self.head in SPETOS else 50
        held = sum(value(c, ace_value) for c in self.hands[seat])
        knock_rule, knock_points = self._knock_card_worth() if seat == self.knocker else ("", 0)
        plus = sum(placed.values()) + head_points + knock_points
        # R19 R20: the colour doubling takes the dark doubling with it (times 4).
        dark_points = plus if seat == self.knocker and self.dark else 0
        colour_points = plus + dark_points if seat == self.knocker and self._is_colour() else 0
        lines = [
            ("laid", "R24", sum(placed.values()), text(placed)),
            ("head", "P3", head_points, self.head),
            ("hand", "R24", -held, text(self.hands[seat])),
            ("knock_card", knock_rule, knock_points, self.knock_card),
            ("dark_knock", "R19", dark_points, None),
            ("colour_knock", "R20", colour_points, None),
            ("dark_deduction", "R25", -self._dark_deduction(seat, held), None),
        ]
        ledger = []
        for code, rule, points, cards in lines:
            if not points:
                continue
            line: dict[str, Any] = {"seat": seat, "code": code, "rule": rule, "points": points}
            if cards:
                line["cards"] = cards
            if code == "knock_card":
                line["action"] = self.actions - 1
            ledger.append(line)
        return ledger

    def _knock_card_worth(self) -> tuple[str, int]:
        """R23 P1 P2 A1 A2 A3."""
        if self.rules["knock_speto"] and self.knock_card in SPETOS:
            return "P1", 100
        layable = any(fits(self.knock_card, meld, self.rules["qka_closed"]) for meld in self.melds)
        if self.rules["knock_layable"] and layable:
            return "P2", 100
        return "R23", 50

    def _is_colour(self) -> bool:
        """R20 A18: all cards that the knocker placed in the deal are of one suit."""
        suits = {suit_of(c) for meld in self.melds for c, who in meld.items() if who == self.knocker}
        return bool(self.rules["colour_knock"]) and len(suits) == 1

    def _dark_deduction(self, seat: int, held: int) -> int:
        """R25 D4 D5: what the doubling of an unborn player's loss adds."""
        if seat in self.born or seat == self.knocker:
            return 0
        if self.knocker is None and self.rules["unborn_double_on"] == "knock":
            return 0
        charged = -sum(line["points"] for line in self.penalties if line["seat"] == seat)
        return held + (charged if self.rules["unborn_double_scope"] == "hand_and_penalties" else 0)


def next_start(
    rules: dict[str, Any],
    players: int,
    finished: list[tuple[int, int, bool, int | None, list[int]]],
) -> tuple[int, int] | None:
    """Starter and direction of the deal after `finished`; None when the match is decided (R28 A49).

    Each finished deal is (starter, direction, foolish, knocker, scores); at least one is needed, as the first
    deal's starter is free (A28).
    """
    full = full_rules(rules)
    totals = [0] * players
    for *_, scores in finished:
        totals = [total + score for total, score in zip(totals, scores, strict=True)]
        best = max(totals)
        if best >= full["target"] and totals.count(best) == 1:
            return None
    starter, direction, foolish, knocker, _ = finished[-1]
    next_starter = knocker if knocker is not None else (starter + direction) % players  # R27 A27
    if full["reversal"] == "toggle":
        return next_starter, -direction if foolish else direction
    if full["reversal"] == "next_deal":
        return next_starter, -1 if foolish else 1
    return next_starter, 1
