"""What every game must keep to, checked along random playouts.

A check takes a :class:`Moment` (a state of a playout) or a :class:`Play` (a whole one) and raises AssertionError
with everything that is needed to come back there.
"""

from __future__ import annotations

import json
import random
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from speto.cards import CANONICAL, TEXTS, cards_text, parse_card, parse_cards
from speto.decks import seed_of_text, shuffled
from speto.errors import BadOptions, BadStart, BadText, IllegalAction, SpetoError
from speto.game import Game, Line, Refusal
from speto.records import FORMAT, DealRecord, Record, read
from speto.replay import replay

AnyGame = Game[Any, Any, Any]
Snapshot = tuple[object, ...]

CARD = re.compile("(?:10|[2-9TtJjQqKkAa])[CcDdHhSs♣♦♥♠]")
CARD_ROW = re.compile(f"(?:{CARD.pattern})+")
NONSENSE = ("", " ", "nonsense", "-", "-7", "-7x", "7h", "-７h", "-7h\0", "-" * 60, "&Kc", "\N{COLLISION SYMBOL}")


@dataclass(frozen=True, eq=False)
class Play:
    """A playout: ``states[i]`` is the state before ``actions[i]``, which the actor sent as ``sent[i]``."""

    game: AnyGame
    players: int
    options: Any
    seed: str
    start: Mapping[str, object]
    states: Sequence[Any]
    actions: Sequence[str]
    sent: Sequence[str]
    snapshots: Sequence[Snapshot]

    @property
    def moments(self) -> Iterator[Moment]:
        return (Moment(self, at) for at in range(len(self.states)))

    @property
    def final(self) -> Any:
        return self.states[-1]


@dataclass(frozen=True, eq=False)
class Moment:
    """The state of a playout after ``at`` actions."""

    play: Play
    at: int

    @property
    def state(self) -> Any:
        return self.play.states[self.at]

    @property
    def viewers(self) -> list[int | None]:
        return [*range(self.play.players), None]

    def rng(self, salt: object = "") -> random.Random:
        return random.Random(f"{self.play.seed}/{self.at}/{salt}")

    def must(self, holds: object, fault: str) -> None:
        if not holds:
            raise AssertionError(f"{fault}\n{self}")

    def __str__(self) -> str:
        play = self.play
        return "\n".join(
            [
                f"game {play.game.name}, {play.players} players, rules {play.game.rules(play.options)}, seed {play.seed!r}",
                f"start   {json.dumps(play.start)}",
                f"actions {json.dumps(list(play.actions[: self.at]))}",
                f"after these {self.at}:",
                play.game.text(self.state),
            ]
        )


def snapshot(game: AnyGame, state: Any, players: int) -> Snapshot:
    """All that can be asked of a state, as values that do not change."""
    seen = tuple(game.text(game.see(state, seat)) for seat in (*range(players), None))
    facts = (game.actor(state), tuple(game.legal(state)), game.outcome(state), tuple(game.ledger(state)))
    return (game.text(state), *facts, seen)


def choose(legal: Sequence[str], rng: random.Random) -> str:
    """A random action, each form (``=xxx``, ``x>x``, ``-x``) equally likely: rare forms are met more often so."""
    forms: dict[str, list[str]] = {}
    for text in legal:
        forms.setdefault(CARD.sub("x", text), []).append(text)
    return rng.choice(rng.choice(list(forms.values())))


def play_out(
    game: AnyGame, players: int, options: Any, start: Mapping[str, object], seed: str, bound: int
) -> Play:
    """Random play from a start to the end of the deal, in at most ``bound`` actions."""
    rng = random.Random(seed)
    states, actions, sent = [game.start(options, players, start)], [], []
    snapshots = [snapshot(game, states[0], players)]
    play = Play(game, players, options, seed, start, states, actions, sent, snapshots)
    while game.actor(play.final) is not None:
        here = Moment(play, len(actions))
        here.must(len(actions) < bound, f"the deal did not end within {bound} actions")
        legal = game.legal(play.final)
        here.must(legal, "nothing is legal, but the deal is not over")
        sent.append(choose(legal, rng))
        actions.append(rng.choice(game.chance(play.final, sent[-1])))
        states.append(game.apply(play.final, actions[-1]))
        snapshots.append(snapshot(game, play.final, players))
    return play


def fresh_start(game: AnyGame, players: int, options: Any, seed: str, deals: Sequence[Any] = ()) -> dict[str, object]:
    """The start of the next deal, with the deck of a seed."""
    following = game.follow(options, players, deals)
    return game.fresh(options, players, shuffled(seed_of_text(seed)), following.start)


# One state


def check_legal(here: Moment) -> None:
    """legal() is sorted, without doubles, empty only at the end; each of its texts is accepted and leads on."""
    game, state = here.play.game, here.state
    actor, legal = game.actor(state), game.legal(state)
    here.must(actor is None or actor in range(here.play.players), f"actor() is {actor}")
    here.must(legal == sorted(set(legal)), f"legal() is not sorted or has doubles: {legal}")
    here.must(bool(legal) == (actor is not None), f"actor() is {actor}, but legal() is {legal}")
    recorded: list[str] = []
    for text in legal:
        refusal = game.refuse(state, text)
        here.must(refusal is None, f"{text} is legal, but refuse() says {refusal}")
        outcomes = game.chance(state, text)
        here.must(outcomes and len(outcomes) == len(set(outcomes)), f"chance() of {text} is {outcomes}")
        if outcomes != [text]:
            here.must(text not in outcomes, f"chance() of {text} has {text} itself and others")
            _must_raise(here, text, IllegalAction, "its chance outcome is missing")
        for outcome in outcomes:
            after = _applied(here, outcome)
            here.must(game.text(after) is not None, f"no text after {outcome}")
            if outcome != text:
                refusal = game.refuse(state, outcome)
                here.must(refusal, f"refuse() lets the player choose the chance outcome {outcome}")
        recorded += outcomes
    here.must(len(recorded) == len(set(recorded)), f"two legal actions are recorded alike: {recorded}")
    legal.append("nonsense")
    here.must("nonsense" not in game.legal(state), "legal() hands out a list that it keeps")


def check_texts(here: Moment, pool: Sequence[str], size: int = 10) -> None:
    """refuse() and apply() accept what is in legal() and nothing else, and say why not.

    ``pool``: texts of actions that are legal in some state of this game.
    """
    game, state, rng = here.play.game, here.state, here.rng("texts")
    legal = game.legal(state)
    held = {outcome for text in legal for outcome in game.chance(state, text)}
    actions = rng.sample(pool, min(size, len(pool)))
    respelt = [variant for text in legal[:size] for variant in respellings(text)]
    broken = [variant for text in rng.sample(legal, min(3, len(legal))) for variant in mutations(text, rng)]
    for text in (*actions, *respelt, *broken, *NONSENSE):
        known = plain(text) in legal
        try:
            refusal = game.refuse(state, text)
        except BadText as error:
            here.must(text not in actions, f"{text} is an action, but refuse() raises BadText: {error}")
            here.must(not known, f"{text!r} is legal as {plain(text)}, but refuse() raises BadText: {error}")
            here.must(_is_sentence(error.sentence), f"BadText of {text!r} has no sentence: {error.sentence!r}")
            _must_raise(here, text, BadText, "refuse() raises BadText")
            continue
        if refusal is None:
            forms = game.chance(state, text)
            here.must(set(forms) <= held, f"refuse() accepts {text!r}, which is none of the legal {legal}")
        else:
            here.must(not known, f"{text!r} is legal as {plain(text)}, but refuse() says {refusal}")
            here.must(_is_sentence(refusal.sentence), f"refuse() of {text!r} has no sentence: {refusal.sentence!r}")
            here.must(re.fullmatch(r"[A-Z]+\d+[a-z]?", refusal.rule), f"refuse() of {text!r} names {refusal.rule!r}")
        if plain(text) in held or (refusal is None and game.chance(state, text)[0] in legal):
            _applied(here, text)
        else:
            error = _must_raise(here, text, IllegalAction, f"refuse() says {refusal}")
            said = (refusal.sentence, refusal.rule) if refusal else (error.sentence, error.rule)
            here.must(said == (error.sentence, error.rule), f"{text!r}: refuse() says {said}, apply() {error}")
    now = snapshot(game, state, here.play.players)
    here.must(now == here.play.snapshots[here.at], f"trying texts changed the state to {now}")


def check_untouched(here: Moment) -> None:
    """No method changes the state that it is given, nor one that came of it, nor one that it came of."""
    game, state, play = here.play.game, here.state, here.play
    for text in game.legal(state):
        for outcome in game.chance(state, text)[:3]:
            after = game.apply(state, outcome)
            for sent in game.legal(after)[:1]:
                game.apply(after, game.chance(after, sent)[0])
    for seat in here.viewers:
        view = game.see(state, seat)
        world = game.imagine(view, here.rng(seat))
        for sent in game.legal(world)[:1]:
            game.apply(world, game.chance(world, sent)[0])
        here.must(view == game.see(state, seat), f"the view of {seat} changed when its imagined state was played on")
    game.ledger(state).append(Line(0, "nonsense", "R0", 1))
    game.replay(state, play.actions[here.at :])
    game.follow(play.options, play.players, [state])
    for at in range(max(here.at - 1, 0), min(here.at + 2, len(play.states))):
        now = snapshot(game, play.states[at], play.players)
        here.must(now == play.snapshots[at], f"the state after {at} actions changed: {play.snapshots[at]} is now {now}")


def check_sight(here: Moment) -> bool:
    """A seat's view, default and refusals depend on nothing that it cannot know. True if some world differed.

    The worlds of imagine() differ in all that the seat cannot know, and must look the same to it.
    """
    game, state = here.play.game, here.state
    actor, differed = game.actor(state), False
    for seat in here.viewers:
        view = game.see(state, seat)
        shown = game.text(view)
        here.must(view == game.see(state, seat), f"see({seat}) twice gives two views")
        for number in range(2):
            world = game.imagine(view, here.rng((seat, number)))
            again = game.imagine(view, here.rng((seat, number)))
            here.must(game.text(world) == game.text(again), f"imagine() for {seat} is not of its rng alone")
            told = f"in a world that seat {seat} imagines:\n{game.text(world)}\n"
            seen = game.see(world, seat)
            here.must(game.text(seen) == shown, f"the view reads\n{game.text(seen)}\nand not\n{shown}\n{told}")
            here.must(seen == view, f"the view is {seen!r}, not {view!r}, {told}")
            here.must(game.actor(world) == actor, f"{game.actor(world)} is to act, not {actor}, {told}")
            here.must(game.outcome(world) == game.outcome(state), f"the outcome is {game.outcome(world)} {told}")
            here.must(_sums(here, world) == _sums(here, state), f"the ledger sums to {_sums(here, world)} {told}")
            if seat == actor and seat is not None:
                _check_choice(here, view, world, told)
            for sent in game.legal(world)[:1]:
                here.must(game.apply(world, game.chance(world, sent)[-1]) is not None, f"{sent} leads nowhere {told}")
            differed |= game.text(world) != game.text(state)
    return differed


def _check_choice(here: Moment, view: Any, world: Any, told: str) -> None:
    """What the seat to act is offered and answered is the same in the world that it imagines."""
    game, state = here.play.game, here.state
    legal, default = game.legal(state), game.default(view)
    here.must(game.legal(world) == legal, f"legal are {game.legal(world)}, not {legal}, {told}")
    here.must(default in legal, f"default() is {default}, which is not legal")
    other = game.default(game.see(world, game.actor(state)))
    here.must(other == default, f"default() is {other}, not {default}, {told}")
    for text in (*mutations(legal[-1], here.rng("refusals")), *NONSENSE):
        here.must(_verdict(game, world, text) == _verdict(game, state, text), f"refuse() of {text!r} differs {told}")


def check_outcome(here: Moment) -> None:
    """None until the end, then one number a seat; places are 1 + the number of better seats."""
    game, state = here.play.game, here.state
    outcome = game.outcome(state)
    here.must((outcome is None) == (game.actor(state) is not None), f"outcome() is {outcome}")
    if outcome is None:
        return
    scores = outcome.scores
    here.must(len(scores) == here.play.players, f"{scores} are not {here.play.players} scores")
    here.must(all(type(score) is int for score in scores), f"{scores} are not whole numbers")
    if outcome.places:
        ranks = tuple(1 + sum(other < place for other in scores) for place in scores)
        here.must(scores == ranks, f"the places {scores} are not {ranks}")
    else:
        here.must(_sums(here, state) == scores, f"the ledger sums to {_sums(here, state)}, the scores are {scores}")


def check_ledger(here: Moment) -> None:
    """Lines are well formed and stay: an action only adds some."""
    game, play = here.play.game, here.play
    lines = game.ledger(here.state)
    for line in lines:
        here.must(line.seat in range(play.players) and line.points and line.code and line.rule, f"line {line}")
        here.must(line.by is None or line.by in range(play.players), f"nobody is by in {line}")
        here.must(line.action is None or line.action in range(here.at), f"no action of that number: {line}")
        here.must(line.cards is None or line.cards == cards_text(parse_cards(line.cards)) != "", f"cards of {line}")
        here.must(None not in line.as_dict().values(), f"as_dict() of {line} is {line.as_dict()}")
    if here.at:
        earlier = game.ledger(play.states[here.at - 1])
        here.must(lines[: len(earlier)] == earlier, f"the ledger was {earlier} and is {lines}")


def check_position(here: Moment) -> None:
    """The start of a turn can be written down, and goes on in the same way; nothing else can."""
    game, play, state = here.play.game, here.play, here.state
    actor = game.actor(state)
    begun = here.at == 0 or actor != game.actor(play.states[here.at - 1])
    try:
        start = game.position(state)
    except BadStart as error:
        here.must(_is_sentence(error.sentence), f"no sentence: {error.sentence!r}")
        here.must(not begun or actor is None, f"a turn begins, but position() says: {error}")
        return
    here.must(actor is not None, f"the deal is over, but position() gives {start}")
    here.must(json.loads(json.dumps(start)) == start, f"position() is no plain JSON: {start}")
    twin = game.start(play.options, play.players, start)
    told = f"at the position {json.dumps(start)}"
    here.must(game.text(twin) == game.text(state), f"the text is\n{game.text(twin)}\n{told}")
    here.must(game.legal(twin) == game.legal(state), f"legal are {game.legal(twin)} {told}")
    here.must(_sums(here, twin) == _sums(here, state), f"the ledger is {game.ledger(twin)} {told}")
    for seat in here.viewers:
        seen = game.text(game.see(twin, seat))
        here.must(seen == game.text(game.see(state, seat)), f"seat {seat} sees\n{seen}\n{told}")
    here.must(game.position(twin) == start, f"position() is {game.position(twin)} {told}")
    end = game.replay(twin, play.actions[here.at :])
    here.must(game.outcome(end) == game.outcome(play.final), f"it ends with {game.outcome(end)} {told}")
    here.must(_sums(here, end) == _sums(here, play.final), f"it ends with {game.ledger(end)} {told}")


# A whole deal


def check_replay(play: Play, pool: Sequence[str]) -> None:
    """replay() of every part of the actions is what they give one by one; errors say which action is at fault."""
    game = play.game
    for here in play.moments:
        state = game.replay(play.states[0], play.actions[: here.at])
        again = snapshot(game, state, play.players)
        here.must(again == play.snapshots[here.at], f"replay() gives {again}, not {play.snapshots[here.at]}")
        wrong = next((text for text in here.rng("replay").sample(pool, len(pool)) if game.refuse(state, text)), "")
        for text in ("nonsense", wrong):
            try:
                game.replay(play.states[0], [*play.actions[: here.at], text, "nonsense"])
            except SpetoError as error:
                here.must(error.at == (None, here.at), f"replay() of {text!r} says at {error.at}: {error}")
                same = _error(game, state, text)
                here.must((error.sentence, error.rule) == same, f"replay() says {error}, apply() {same}")
            else:
                here.must(False, f"replay() takes {text!r}")


def check_starts(play: Play) -> None:
    """What is left out of a start has its default; what is wrong with one is said in a sentence."""
    game, here, start = play.game, Moment(play, 0), play.start
    for name, value in game.defaults.items():
        if name in start:
            full = game.start(play.options, play.players, {**start, name: value})
            short = game.start(play.options, play.players, {key: start[key] for key in start if key != name})
            here.must(game.text(full) == game.text(short), f"without {name} it is not {value}:\n{game.text(short)}")
    broken: list[dict[str, object]] = [{}, {**start, "nonsense": 1}]
    for name, value in start.items():
        kept = {key: start[key] for key in start if key != name}
        wrongs: list[object] = [None, {"a": 1}, 1.5, "Xx", [[[]]], -7, 99]
        if name in game.defaults:
            wrongs.append("0")
        else:
            broken.append(kept)
        if name == "deck":
            cards = str(value).split()
            wrongs += ["", " ".join(cards[1:]), " ".join([*cards[1:], cards[1]]), cards]
        broken += [{**kept, name: wrong} for wrong in wrongs]
    for bad in broken:
        try:
            game.start(play.options, play.players, bad)
        except (BadStart, BadText) as error:
            here.must(_is_sentence(error.sentence), f"no sentence for the start {bad}: {error.sentence!r}")
        else:
            here.must(False, f"start() takes {bad}")


def check_record(play: Play) -> None:
    """A record of the deal, or of a part of it, reads back and comes to the same; a bad action is named."""
    game = play.game
    for at in {0, 1, len(play.actions) // 2, len(play.actions)}:
        here = Moment(play, at)
        record = _record(game, play.players, play.options, [(play.start, play.actions[:at])])
        stated = replay(record).stated()
        again = replay(read(stated.to_json()))
        here.must(again.record == stated, f"the record {stated.to_json()!r} reads back as {again.record}")
        here.must(again.outcome == game.outcome(here.state), f"by its record the outcome is {again.outcome}")
        here.must(again.ledger() == game.ledger(here.state), f"by its record the ledger is {again.ledger()}")
        here.must(game.text(again.state) == game.text(here.state), f"by its record it is\n{game.text(again.state)}")
        broken = _record(game, play.players, play.options, [(play.start, [*play.actions[:at], "nonsense"])])
        try:
            replay(broken)
        except SpetoError as error:
            here.must(error.at == (0, at), f"the record's error is at {error.at}: {error}")
        else:
            here.must(False, "a record with nonsense in it is taken")


def check_fair(here: Moment, worlds: int = 150) -> None:
    """In imagined states every card that a seat does not know comes to the others equally often.

    What a seat knows are the cards that its view shows. The margin is five standard deviations.
    """
    game, play = here.play.game, here.play
    for seat in range(play.players):
        view = game.see(here.state, seat)
        known = _shown_cards(game.text(view))
        rng = here.rng(seat)
        for other in {*range(play.players)} - {seat}:
            counts = dict.fromkeys(set(range(52)) - known, 0)
            for _ in range(worlds):
                for card in _shown_cards(game.text(game.see(game.imagine(view, rng), other))) - known:
                    counts[card] += 1
            share = sum(counts.values()) / len(counts) / worlds
            margin = 5 * (worlds * share * (1 - share)) ** 0.5
            odd = {TEXTS[card]: count for card, count in counts.items() if abs(count - worlds * share) > margin}
            here.must(not odd, f"of {worlds} worlds of seat {seat}, {other} should see each in {worlds * share}: {odd}")


def check_all(play: Play, pool: Sequence[str]) -> None:
    """Every check of a playout."""
    for here in play.moments:
        check_legal(here)
        check_texts(here, pool)
        check_untouched(here)
        check_sight(here)
        check_outcome(here)
        check_ledger(here)
        check_position(here)
    check_replay(play, pool)
    check_starts(play)
    check_record(play)
    check_fair(Moment(play, len(play.states) // 2))


# A match, and the options


def check_match(game: AnyGame, players: int, options: Any, seed: str, bound: int, deals: int = 4) -> None:
    """follow() has the right totals, and its start fields are those of the next deal, in a record as well."""
    ended: list[Any] = []
    totals = (0,) * players
    following = game.follow(options, players, ended)
    record: list[tuple[Mapping[str, object], Sequence[str]]] = []
    for number in range(deals):
        start = fresh_start(game, players, options, f"{seed} {number}", ended)
        play = play_out(game, players, options, start, f"{seed} {number}", bound)
        here = Moment(play, 0)
        here.must(following.totals == totals, f"the totals are {following.totals}, not {totals}")
        here.must(set(following.start) == set(following.rules), f"not each start field has its rule: {following}")
        here.must(all(start[name] == value for name, value in following.start.items()), f"{start} and {following}")
        middle = game.follow(options, players, [*ended, play.states[len(play.states) // 2]])
        here.must(middle.totals == totals, f"an unfinished deal counts: {middle.totals}")
        ended.append(play.final)
        record.append((start, play.actions))
        outcome = game.outcome(play.final)
        here.must(outcome, "a deal without outcome")
        totals = tuple(total + score for total, score in zip(totals, outcome.scores if outcome else (), strict=True))
        following = game.follow(options, players, ended)
        here = Moment(play, len(play.actions))
        here.must(following.totals == totals, f"the totals are {following.totals}, not {totals}")
        if following.decided:
            here.must(following.rule and following.winner in range(players), f"decided, but {following}")
            break
        here.must(following.winner is None, f"not decided, but {following}")
    match = replay(_record(game, players, options, record))
    here.must(match.following == following, f"by its record it is {match.following}, not {following}")


def check_options(game: AnyGame, rules: Mapping[str, object]) -> None:
    """rules() and options() undo each other; what is no option is refused with a sentence that names it."""
    options = game.options(rules)
    short = game.rules(options)
    told = f"game {game.name}, rules {dict(rules)}: "
    assert game.options(short) == options, f"{told}rules() gives {short}, other options"
    assert game.rules(game.options(short)) == short, f"{told}{short} becomes {game.rules(game.options(short))}"
    assert json.loads(json.dumps(short)) == short, f"{told}{short} is no plain JSON"
    wrong: list[tuple[str, object]] = [("nonsense", 1), ("", True), ("n" * 1000, 1)]
    wrong += [(name, value) for name in rules for value in ("nonsense", [1], {"a": 1}, -1, 1.5, "n" * 1000)]
    for name, value in wrong:
        try:
            game.options({**rules, name: value})
        except BadOptions as error:
            assert _is_sentence(error.sentence), f"{told}{name}={value!r} has no sentence: {error.sentence!r}"
            assert name[:20] in error.sentence, f"{told}the error of {name}={value!r} names it not: {error}"
        else:
            raise AssertionError(f"{told}{name}={value!r} is taken")


# Texts


def plain(text: str) -> str:
    """The text with its cards as they are printed: ``^QdJ♦10D`` is ``^TdJdQd``."""

    def printed(row: re.Match[str]) -> str:
        cards = [parse_card(card) for card in CARD.findall(row[0])]
        return "".join(TEXTS[card] for card in sorted(cards, key=CANONICAL.index))

    return CARD_ROW.sub(printed, text)


def respellings(text: str) -> list[str]:
    """Other ways to write an action that readers take."""
    signs = text.translate(str.maketrans("cdhs", "♣♦♥♠"))
    backwards = CARD_ROW.sub(lambda row: "".join(reversed(CARD.findall(row[0]))), text)
    return [other for other in (signs.replace("T", "10"), text.swapcase(), backwards) if other != text]


def mutations(text: str, rng: random.Random) -> list[str]:
    """Texts that look like this one: most are illegal, some are no actions."""
    card, sign = rng.choice(TEXTS), rng.choice("+^=-#.>~?!*&")
    cards = CARD.findall(text)
    return [
        CARD.sub(card, text, count=1),
        text.replace(cards[-1], card) if cards else text + card,
        sign + text[1:],
        text + card,
        text + (cards[0] if cards else sign),
        text[:-1],
        text[: len(text) // 2],
        text + ">" + card,
        text + "&" + card,
        text * 2,
    ]


def _shown_cards(text: str) -> set[int]:
    return {parse_card(card) for card in CARD.findall(text)}


def _record(
    game: AnyGame, players: int, options: Any, deals: Sequence[tuple[Mapping[str, object], Sequence[str]]]
) -> Record:
    names = [f"seat {seat}" for seat in range(players)]
    played = [DealRecord(dict(start), list(actions)) for start, actions in deals]
    return Record(FORMAT, game.name, game.rules(options), names, played)


def _is_sentence(text: str) -> bool:
    return 5 < len(text) < 300 and text.isprintable()


def _sums(here: Moment, state: Any) -> tuple[int, ...]:
    lines = here.play.game.ledger(state)
    return tuple(sum(line.points for line in lines if line.seat == seat) for seat in range(here.play.players))


def _verdict(game: AnyGame, state: Any, text: str) -> Refusal | str | None:
    try:
        return game.refuse(state, text)
    except BadText as error:
        return str(error)


def _error(game: AnyGame, state: Any, text: str) -> tuple[str, str | None] | None:
    try:
        game.apply(state, text)
    except SpetoError as error:
        return error.sentence, error.rule
    return None


def _applied(here: Moment, text: str) -> Any:
    try:
        return here.play.game.apply(here.state, text)
    except SpetoError as error:
        raise AssertionError(f"apply() refuses {text!r}: {error}\n{here}") from error


def _must_raise(here: Moment, text: str, kind: type[SpetoError], why: str) -> SpetoError:
    try:
        here.play.game.apply(here.state, text)
    except kind as error:
        here.must(error.at == (None, None), f"apply() of {text!r} knows no place, but says {error.at}")
        here.must(_is_sentence(error.sentence), f"apply() of {text!r} has no sentence: {error.sentence!r}")
        return error
    except SpetoError as error:
        raise AssertionError(f"apply() of {text!r} raises {error!r}, no {kind.__name__}: {why}\n{here}") from error
    raise AssertionError(f"apply() takes {text!r}: {why}\n{here}")
