"""A match at one terminal: deals, the person's turns and questions, the record. Knows no game."""

from __future__ import annotations

import os
import random
import secrets
from collections.abc import Mapping, Sequence
from contextlib import suppress
from datetime import UTC, datetime
from importlib import import_module
from pathlib import Path
from typing import Any

from speto import decks, rules_text
from speto.bots import players as players_of
from speto.bots.api import Budget, choose, weights
from speto.cli import screen
from speto.cli.terminal import BOLD, PLAIN, WARNING, Terminal, card
from speto.errors import SpetoError
from speto.game import Game, Refusal
from speto.records import FORMAT, BotMove, BotRecord, DealRecord, Record
from speto.replay import replay

COMPASS = {2: ("South", "North"), 3: ("South", "West", "East"), 4: ("South", "West", "North", "East")}
"""The seats' names, from the person's on, as turns go."""

COMMANDS = (
    ("Enter", "show the table again"),
    ("u", "undo, within your turn and back to the last card that was revealed"),
    ("o", "sort the hand the other way"),
    ("w", "why the last action was refused; w ACTION tells it of any"),
    ("r ID", "the text of a rule, such as r R9"),
    ("l", "the ledger so far, and the match"),
    ("h or ?", "this help"),
    ("q", "leave; the record is saved"),
)


class Left(Exception):
    """The person has left."""


class Play:
    """One match at one terminal."""

    def __init__(
        self,
        t: Terminal,
        game: Game[Any, Any, Any],
        options: Any,
        count: int,
        seat: int,
        name: str | None,
        seed: str | None,
        pause: float,
        open_hands: bool,
        file: Path | None,
    ) -> None:
        self.t, self.game, self.options, self.count, self.seat = t, game, options, count, seat
        self.pause, self.open_hands, self.file = pause, open_hands, file
        self.words: screen.Words = import_module(f"speto.{game.name}.words")
        self.seed = secrets.token_hex(8) if seed is None else seed
        level = list(players_of(game.name))[-1]
        self.bots = [None if at == seat else BotRecord(level, weights(game.name, level), []) for at in range(count)]
        self.rng = random.Random(f"{self.seed} players")
        compass = COMPASS[count]
        recorded = [name or compass[0], *compass[1:]]
        shown = [name or "You", *compass[1:]]
        self.recorded = [recorded[(other - seat) % count] for other in range(count)]
        self.names = [shown[(other - seat) % count] for other in range(count)]
        self.deals: list[DealRecord] = []
        self.states: list[Any] = []
        self.acted = False
        """Whether the person has played anything yet."""
        self.order = self.words.ORDERS[0]
        self.last: list[list[str]] = []
        self.refused: tuple[str, SpetoError | Refusal] | None = None

    # The match.

    def match(self) -> None:
        """Deals in a row until somebody has won. Raises Left, EOFError, KeyboardInterrupt."""
        t = self.t
        t.say(f"{BOLD}{self.words.title(self.options)}{PLAIN}. h is help, q leaves.")
        while True:
            self.deal()
            self.score()
            with suppress(OSError, RuntimeError):  # the last time will tell
                self.save()  # now, as a terminal may close without a word
            following = self.game.follow(self.options, self.count, self.states)
            if following.decided:
                self.won(following.winner)
                return
            t.say(self.words.next_deal(self.view(), following, self.names))
            self.wait()

    def wait(self) -> None:
        """Until the person wants the next deal."""
        while line := self.t.ask(f"Enter for deal {len(self.deals) + 1} (h help, q leave): ").strip():
            if not self.command(line):
                self.t.say("There is nothing to play before the next deal.")

    def deal(self) -> None:
        """One deal, from its deck to its end."""
        self.states.append(self.fresh())
        self.last = [[] for _ in range(self.count)]
        self.t.say("", self.t.ruled(f"Deal {len(self.deals)}"))
        actor = None
        while (now := self.game.actor(self.state)) is not None:
            if now != actor:
                self.last[now] = []
                actor = now
            if now == self.seat:
                self.turn()
            else:
                self.play(self.thought(now))
                self.t.pause(self.pause)

    def thought(self, seat: int) -> str:
        """What a bot plays; how it chose is noted for the record."""
        bot, number, place = self.bots[seat], len(self.deals) - 1, len(self.deals[-1].actions)
        assert bot is not None
        seed = decks.seed_of_text(f"{self.seed} bot {number} {place}")
        bot.moves.append(BotMove(number, place, 0, seed.hex()))
        return choose(self.game.name, bot.level, self.game.see(self.state, seat), Budget(0, seed))

    def fresh(self) -> Any:
        """The start of the next deal, recorded: its deck from the seed as that of every match."""
        game, number = self.game, len(self.deals)
        seed = decks.seed_of_text(self.seed)
        settled: Mapping[str, int] = game.follow(self.options, self.count, self.states).start
        deck = decks.shuffled(seed if number == 0 else decks.seed_of_deal(seed, number))
        start = game.fresh(self.options, self.count, deck, settled)
        if number == 0:
            # A game has its own word for the seat that begins; it is the first number of a start.
            begins = next(name for name, value in start.items() if isinstance(value, int))
            start[begins] = decks.first_starter(seed, self.count)
        self.deals.append(DealRecord(start))
        return game.start(self.options, self.count, start)

    @property
    def state(self) -> Any:
        """The deal as it stands."""
        return self.states[-1]

    def view(self) -> Any:
        """What the person sees of it."""
        return self.game.see(self.state, self.seat)

    def play(self, action: str) -> None:
        """Play an action of the seat to act, and tell it."""
        game, before, names = self.game, self.view(), self.names
        actor = game.actor(self.state)
        assert actor is not None
        full = self.rng.choice(game.chance(self.state, action))
        charged = len(game.ledger(self.state))
        self.states[-1] = game.apply(self.state, full)
        self.deals[-1].actions.append(full)
        self.last[actor].append(self.words.brief(full, card))
        told = self.words.told(before, self.view(), full, names[actor] == "You", card)
        self.t.say(f"{names[actor]} {told}.")
        if game.actor(self.state) is not None:
            self.t.say(*screen.charges(self.words, game.ledger(self.state)[charged:], names))

    # The person's turn.

    def turn(self) -> None:
        """The person's actions until the turn or the deal is over."""
        undo: list[Any] = []
        asked = ""
        shown = False
        while self.game.actor(self.state) == self.seat:
            view = self.view()
            groups = self.words.groups(view, self.order, card)
            if not shown:
                self.show(view, groups)
                shown = True
            line = self.t.ask("Play it all the same? (y or n) " if asked else f"{self.names[self.seat]}> ").strip()
            if asked and line.lower() in ("y", "yes"):
                line, sure = asked, True
            elif asked and line.lower() in ("n", "no"):
                self.t.say("It was not played.")
                asked = ""
                continue
            else:
                sure = False
            action = self.action(line, groups)
            if action is None:
                asked = ""
                shown = self.other(line, undo)
                continue
            warning = self.words.warning(view, action, card)
            if warning and not sure and action != asked:
                self.t.say(f"{WARNING}{warning}{PLAIN}")
                asked = action
                continue
            asked = ""
            undo = [] if self.words.reveals(action) else [*undo, self.state]
            self.play(action)
            self.acted, self.refused, shown = True, None, False

    def show(self, view: Any, groups: Sequence[tuple[str, Sequence[tuple[str, str]]]]) -> None:
        """The table, the hand and what can be played."""
        t, words = self.t, self.words
        totals = self.game.follow(self.options, self.count, self.states[:-1]).totals
        others = range(self.count) if self.open_hands else ()
        hands = {seat: self.game.see(self.state, seat) for seat in others if seat != self.seat}
        t.say("", t.ruled(f"{self.names[self.seat]}: {words.moment(view)}"))
        t.say(*screen.table(t, words, view, self.names, totals, self.last, hands))
        t.say(*screen.hand(t, words, view, self.order), *screen.moves(t, groups))

    def action(self, line: str, groups: Sequence[tuple[str, Sequence[tuple[str, str]]]]) -> str | None:
        """The action that a line asks for, if it is legal: its number, or notation in any form that is read."""
        legal = screen.numbered(groups)
        if line.isdecimal():
            number = int(line[:9])
            return legal[number - 1] if len(line) < 9 and 0 < number <= len(legal) else None
        text = "".join(line.split())
        with suppress(SpetoError):
            if text and self.game.refuse(self.state, text) is None:
                return text if text in legal else self.game.chance(self.state, text)[0]
        return None

    def other(self, line: str, undo: list[Any]) -> bool:
        """A line that plays nothing: undo, a command, or what is refused. False if the table is to be shown."""
        if line == "u":
            return not self.undo(undo)
        if line in ("", "o"):
            if line:
                at = self.words.ORDERS.index(self.order) + 1
                self.order = self.words.ORDERS[at % len(self.words.ORDERS)]
            return False
        if not self.command(line):
            self.refuse(line)
        return True

    def undo(self, undo: list[Any]) -> bool:
        """Take the last action of this turn back, if that can be."""
        if not undo:
            self.t.say("Nothing can be taken back: not a card that was revealed, nor a turn that is over.")
            return False
        self.states[-1] = undo.pop()
        self.last[self.seat].pop()
        self.t.say(f"Taken back: {self.deals[-1].actions.pop()}.")
        return True

    def refuse(self, line: str) -> None:
        """Say why a line plays nothing."""
        if line.isdecimal():
            self.t.say(f"There is no move {line}; h is help.")
            return
        why = self.why(line)
        if why is None:
            return
        self.refused = (line, why)
        more = "; w tells more" if why.rule else "; h is help"
        rule = f" ({why.rule})" if why.rule else ""
        self.t.say(f"Not played: {screen.in_signs(why.sentence)}{rule}{more}.")

    def why(self, line: str) -> SpetoError | Refusal | None:
        """What is wrong with an action; None if it is legal."""
        try:
            return self.game.refuse(self.state, "".join(line.split()))
        except SpetoError as error:
            return error

    # What can be asked at any time.

    def command(self, line: str) -> bool:
        """Answer a command; False if it is none."""
        word, _, rest = line.partition(" ")
        match word.lower():
            case "q" | "quit":
                raise Left
            case "h" | "?" | "help":
                self.t.say(*screen.help_text(self.t, self.words, COMMANDS))
            case "l":
                self.ledger()
            case "r" if rest:
                self.rule(rest.strip())
            case "w":
                self.explain(rest.strip())
            case "u" | "o" | "":
                pass
            case _:
                return False
        return True

    def explain(self, line: str) -> None:
        """Why an action, or else the last refused one, cannot be played, with the text of the rule."""
        refused = self.refused
        if line:
            why = self.why(line)
            refused = (line, why) if why else None
            if why is None:
                self.t.say(f"{line} can be played.")
                return
        if refused is None:
            self.t.say("Nothing has been refused.")
            return
        text, reason = refused
        self.t.say(f"{text}: {screen.in_signs(reason.sentence)}.")
        if reason.rule:
            self.rule(reason.rule)

    def rule(self, name: str) -> None:
        """The text of a rule."""
        try:
            rules = rules_text.parse(rules_text.find().read_text(encoding="utf-8"))
        except FileNotFoundError as error:
            self.t.say(f"{error}.")
            return
        found = next((rule for id_, rule in rules.items() if id_.lower() == name.lower()), None)
        if found is None:
            self.t.say(f"There is no rule {name[:20]!r}; they are named like R9, P4, A15.")
        else:
            self.t.say(*screen.rule(self.t, found))

    def ledger(self) -> None:
        """What has been charged in this deal so far, and the match."""
        lines = self.game.ledger(self.state)
        if lines:
            actions = self.deals[-1].actions
            outcome = self.game.outcome(self.state)
            self.t.say(*screen.sheet(self.t, self.words, lines, self.names, actions, outcome))
        else:
            self.t.say("Nothing has been charged in this deal so far.")
        self.totals()

    def totals(self) -> None:
        """The match so far."""
        outcomes = [self.game.outcome(state) for state in self.states]
        if any(outcomes):
            ended = [state for state, outcome in zip(self.states, outcomes, strict=True) if outcome]
            sums = self.game.follow(self.options, self.count, ended).totals
            self.t.say("", *screen.totals(self.t, self.names, outcomes, sums))

    def score(self) -> None:
        """The score sheet of the deal that is over."""
        t = self.t
        t.say("", t.ruled(f"Score sheet of deal {len(self.deals)}"), self.words.ending(self.view(), self.names, card))
        self.ledger()

    def won(self, winner: int | None) -> None:
        """The end of the match."""
        if winner is None:
            self.t.say(f"{BOLD}The match is over.{PLAIN}")
            return
        have = "have" if self.names[winner] == "You" else "has"
        self.t.say(f"{BOLD}{self.names[winner]} {have} won the match.{PLAIN}")

    # The record.

    def save(self) -> None:
        """Write the record; without a file that was named only once the person has played anything.

        Raises:
            OSError, RuntimeError: it cannot be written.
        """
        if not self.deals or not (self.file or self.acted):
            return
        if self.file is None:
            folder = Path(os.environ.get("XDG_STATE_HOME") or Path.home() / ".local" / "state") / "speto"
            folder.mkdir(parents=True, exist_ok=True)
            self.file = folder / f"{datetime.now(UTC):%Y-%m-%d-%H%M%S}-{secrets.token_hex(2)}.json"
        rules = self.game.rules(self.options)
        meta = {"seed": self.seed}
        record = Record(FORMAT, self.game.name, rules, self.recorded, self.deals, meta=meta, bots=self.bots)
        self.file.write_bytes(replay(record).stated().to_json(2) + b"\n")
