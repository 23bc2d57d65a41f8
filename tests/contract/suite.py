"""What every game must keep to, checked along random playouts.

A check takes a :class:`Moment`, one state of a playout, or a whole :class:`Play`. Its AssertionError holds
all that is needed to come back there.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from tests.contract.playouts import AnyGame, Moment, Play, Start, fresh_start, play_out, snapshot
from tests.contract.texts import NONSENSE, is_sentence, mutations, plain, respellings, shown_cards

from speto.cards import cards_text, parse_cards
from speto.errors import BadOptions, BadStart, BadText, IllegalAction, SpetoError
from speto.game import Line, Refusal
from speto.records import FORMAT, DealRecord, Record, read
from speto.replay import replay

# One state


def check_legal(here: Moment) -> None:
    """legal() is sorted, without doubles, empty only at the end; all of it is accepted and leads on."""
    game, state = here.play.game, here.state
    actor, legal = game.actor(state), game.legal(state)
    here.must(actor is None or actor in range(here.play.players), f"actor() is {actor}")
    here.same("legal()", legal, sorted(set(legal)))
    here.must(bool(legal) == (actor is not None), f"actor() is {actor}, but legal() is {legal}")
    recorded: list[str] = []
    for text in legal:
        here.same(f"refuse() of {text}, which is legal,", game.refuse(state, text), None)
        outcomes = game.chance(state, text)
        here.must(outcomes and len(outcomes) == len(set(outcomes)), f"chance() of {text} is {outcomes}")
        if outcomes != [text]:
            here.must(text not in outcomes, f"chance() of {text} has {text} itself and others")
            _refused(here, text, IllegalAction, "its chance outcome is missing")
        for outcome in outcomes:
            _applied(here, outcome)
            if outcome != text:
                here.must(game.refuse(state, outcome), f"refuse() lets a player choose the outcome {outcome}")
        recorded += outcomes
    here.same("what legal actions turn into, without doubles,", len(set(recorded)), len(recorded))
    legal.append("nonsense")
    here.must("nonsense" not in game.legal(state), "legal() hands out a list that it keeps")


def check_texts(here: Moment, pool: Sequence[str], size: int = 6) -> None:
    """refuse() accepts what is in legal(), apply() what that turns into; all else is refused for one reason.

    ``pool``: texts of actions that are legal in some state of this game. A text that is accepted in another
    spelling has the chance outcomes of a legal one: so a record holds only canonical texts.
    """
    game, state, rng = here.play.game, here.state, here.rng("texts")
    legal = game.legal(state)
    held = {outcome for text in legal for outcome in game.chance(state, text)}
    actions, some = rng.sample(pool, size), rng.sample(legal, min(size, len(legal)))
    respelt = [variant for text in some[-2:] for variant in respellings(text)]
    broken = [variant for text in some[:2] for variant in mutations(text, rng)]
    for text in (*actions, *respelt, *broken, *rng.sample(NONSENSE, size)):
        verdict = _verdict(game, state, text)
        if plain(text) in legal:
            here.same(f"refuse() of {text!r}, which is {plain(text)} and legal,", verdict, None)
        if isinstance(verdict, BadText):
            here.must(text not in actions, f"refuse() says that {text} is no action: {verdict}")
            here.must(is_sentence(verdict.sentence), f"no sentence for {text!r}: {verdict.sentence!r}")
            _refused(here, text, BadText, "refuse() raises BadText")
            continue
        if verdict is None:
            forms = game.chance(state, text)
            here.must(set(forms) <= held, f"refuse() accepts {text!r}, recorded as {forms}, not as one of {held}")
        if plain(text) in held or (verdict is None and game.chance(state, text)[0] in legal):
            after = _applied(here, text)
            if text != plain(text) in held:
                there = game.text(game.apply(state, plain(text)))
                here.same(f"what {text!r} gives", game.text(after), there)
            continue
        error = _refused(here, text, IllegalAction, f"refuse() gives {verdict}")
        if verdict:
            here.same(f"the rule that apply() of {text!r} names", error.rule, verdict.rule)
            said = f"apply() of {text!r} says {error.sentence!r}, refuse() {verdict.sentence!r}"
            here.must(error.sentence.endswith(verdict.sentence), said)
    now = snapshot(game, state)
    here.same("the state that texts were tried on", now, here.play.snapshots[here.at])


def check_untouched(here: Moment) -> None:
    """No method changes the state that it is given, nor one that came of it, nor one that it came of."""
    game, state, play = here.play.game, here.state, here.play
    for text in game.legal(state):
        for outcome in game.chance(state, text)[:3]:
            _step(game, game.apply(state, outcome))
    for seat in here.viewers:
        view = game.see(state, seat)
        _step(game, game.imagine(view, here.rng(seat)))
        here.same(f"the view of {seat} whose world was played on", view, game.see(state, seat))
    game.ledger(state).append(Line(0, "nonsense", "R0", 1))
    game.replay(state, play.actions[here.at : here.at + 5])
    game.follow(play.options, play.players, [state])
    for at in {max(here.at - 1, 0), here.at}:
        now = snapshot(game, play.states[at])
        here.same(f"the state after {at} actions, which changed,", now, play.snapshots[at])


def check_sight(here: Moment) -> bool:
    """A seat's view, default and refusals depend on nothing that it cannot know. True if some world differed.

    The worlds of imagine() differ in what the seat cannot know, and must look the same to it.
    """
    game, state = here.play.game, here.state
    for seat in here.viewers:
        view, world = _imagined(here, seat)

        def told() -> str:
            return f"when seat {seat} imagines\n{game.text(world)}\n"  # noqa: B023

        here.same("the view", game.see(world, seat), view, told)
        here.same("actor()", game.actor(world), game.actor(state), told)
        here.same("outcome()", game.outcome(world), game.outcome(state), told)
        here.same("the sum of the ledger", _sums(here, world), _sums(here, state), told)
        if seat is not None and seat == game.actor(state):
            _check_choice(here, view, world, told)
        here.same("whether anything is legal", bool(game.legal(world)), bool(game.legal(state)), told)
        _step(game, world)
    seat = here.viewers[here.at % len(here.viewers)]
    (view, world), (_, again) = _imagined(here, seat), _imagined(here, seat)
    here.same(f"the text of what {seat} sees", game.text(game.see(world, seat)), game.text(view))
    here.same(f"imagine() for {seat} with the same rng", game.text(again), game.text(world))
    return game.text(world) != game.text(state)


def _imagined(here: Moment, seat: int | None) -> tuple[Any, Any]:
    """The view of a seat, and a world that looks like it."""
    view = here.play.game.see(here.state, seat)
    return view, here.play.game.imagine(view, here.rng(seat))


def _check_choice(here: Moment, view: Any, world: Any, told: Callable[[], str]) -> None:
    """What the seat to act is offered and answered is the same in the world that it imagines."""
    game, state = here.play.game, here.state
    legal, default = game.legal(state), game.default(view)
    here.same("legal()", game.legal(world), legal, told)
    here.must(default in legal, f"default() is {default}, which is not legal")
    here.same("default()", game.default(game.see(world, game.actor(state))), default, told)
    for text in mutations(legal[-1], here.rng("refusals")):
        there, here_ = (repr(_verdict(game, table, text)) for table in (world, state))
        here.same(f"refuse() of {text!r}", there, here_, told)


def check_secret(here: Moment, hidden: Callable[[Start, int | None], set[str]]) -> None:
    """The text of a view shows no card that is hidden: ``hidden`` says of a position which cards are."""
    game = here.play.game
    try:
        start = game.position(here.state)
    except BadStart:
        return
    for seat in here.viewers:
        view = game.text(game.see(here.state, seat))
        here.must(not shown_cards(view) & hidden(start, seat), f"seat {seat} sees hidden cards:\n{view}")


def check_fair(here: Moment, worlds: int = 150) -> None:
    """In imagined states every card that a seat does not know comes to the next equally often.

    What a seat knows are the cards that its view shows. The margin is five standard deviations.
    """
    game, seats = here.play.game, here.play.players
    for seat in range(seats):
        view, rng = game.see(here.state, seat), here.rng(seat)
        known = shown_cards(game.text(view))
        counts: dict[str, int] = {}
        for _ in range(worlds):
            next_sees = game.see(game.imagine(view, rng), (seat + 1) % seats)
            for card in shown_cards(game.text(next_sees)) - known:
                counts[card] = counts.get(card, 0) + 1
        share = sum(counts.values()) / (52 - len(known)) / worlds
        margin = 5 * (worlds * share * (1 - share)) ** 0.5
        odd = {card: count for card, count in counts.items() if abs(count - worlds * share) > margin}
        told = f"{worlds} worlds of seat {seat} should show the next seat each card {worlds * share:.0f} times"
        here.must(not odd, f"{told}: {odd}")


def check_outcome(here: Moment) -> None:
    """None until the end, then one number a seat; places are 1 + the number of better seats."""
    game, state = here.play.game, here.state
    outcome = game.outcome(state)
    here.must((outcome is None) == (game.actor(state) is not None), f"outcome() is {outcome}")
    if outcome is None:
        return
    scores = outcome.scores
    whole = [type(score) is int for score in scores]
    here.must(whole == [True] * here.play.players, f"{scores} is not a whole number a seat")
    if outcome.places:
        ranks = tuple(1 + sum(other < place for other in scores) for place in scores)
        here.same("the places", scores, ranks)
    else:
        here.same("the sum of the ledger", _sums(here, state), scores)


def check_ledger(here: Moment) -> None:
    """Lines are well formed and stay: an action only adds some."""
    game, play = here.play.game, here.play
    lines = game.ledger(here.state)
    for line in lines:
        seats, cards = range(play.players), line.cards
        here.must(line.seat in seats and line.points and line.code and line.rule, f"the line {line}")
        here.must(line.by is None or line.by in seats, f"nobody is by in {line}")
        here.must(line.action is None or line.action in range(here.at), f"no action has that number: {line}")
        here.must(cards is None or cards == cards_text(parse_cards(cards)) != "", f"the cards of {line}")
    earlier = game.ledger(play.states[here.at - 1]) if here.at else []
    here.same("the older part of the ledger", lines[: len(earlier)], earlier)


def check_position(here: Moment) -> None:
    """The start of a turn can be written down, and goes on in the same way; nothing else can."""
    game, play, state = here.play.game, here.play, here.state
    actor = game.actor(state)
    begun = here.at == 0 or actor != game.actor(play.states[here.at - 1])
    try:
        start = game.position(state)
    except BadStart as error:
        here.must(is_sentence(error.sentence), f"no sentence: {error.sentence!r}")
        here.must(not begun or actor is None, f"a turn begins, but position() says: {error}")
        return
    here.must(actor is not None, f"the deal is over, but position() gives {start}")
    here.same("position() through JSON", json.loads(json.dumps(start)), start)
    twin = game.start(play.options, play.players, start)

    def told() -> str:
        return f"at the position {json.dumps(start)}, further on {json.dumps(play.actions[here.at :])}"

    here.same("the text", game.text(twin), game.text(state), told)
    here.same("legal()", game.legal(twin), game.legal(state), told)
    here.same("the sum of the ledger", _sums(here, twin), _sums(here, state), told)
    seat = here.viewers[here.at % len(here.viewers)]
    seen, seen_by_twin = (game.text(game.see(table, seat)) for table in (state, twin))
    here.same(f"what {seat} sees", seen_by_twin, seen, told)
    here.same("position()", game.position(twin), start, told)
    end = game.replay(twin, play.actions[here.at :])
    here.same("the text at the end", game.text(end), game.text(play.final), told)
    here.same("outcome() at the end", game.outcome(end), game.outcome(play.final), told)
    here.same("the sum of the ledger at the end", _sums(here, end), _sums(here, play.final), told)


# A whole deal


def check_replay(play: Play, pool: Sequence[str]) -> None:
    """replay() of every part of the actions is what they give one by one; errors name the action."""
    game = play.game
    for here in play.moments():
        state = game.replay(play.states[0], play.actions[: here.at])
        here.same("replay()", snapshot(game, state), play.snapshots[here.at])
        illegal = (text for text in here.rng("replay").sample(pool, len(pool)) if game.refuse(state, text))
        for text in ("nonsense", next(illegal)):
            error = _refused(here, text, SpetoError, "it is not legal")
            try:
                game.replay(play.states[0], [*play.actions[: here.at], text, "nonsense"])
            except SpetoError as located:
                here.same(f"where replay() meets {text!r}", located.at, (None, here.at))
                here.same("what it says", located.sentence, error.sentence)
            else:
                here.must(False, f"replay() takes {text!r}")


def check_starts(play: Play) -> None:
    """What is left out of a start has its default; what is wrong with one is said in a sentence."""
    game, here, start = play.game, Moment(play, 0), play.start
    broken: list[dict[str, object]] = [{}, {**start, "nonsense": 1}]
    for name, old in start.items():
        rest = {key: start[key] for key in start if key != name}
        if name in game.defaults:
            full = game.start(play.options, play.players, {**rest, name: game.defaults[name]})
            short = game.start(play.options, play.players, rest)
            here.same(f"the deal without {name}", game.text(short), game.text(full))
        wrong: list[object] = [{"a": 1}, 1.5, "Xx", [[[]]], -7, 99]
        if name == "deck" and "turn" not in start:  # a position's deck need not be whole
            cards = str(old).split()
            wrong += ["", " ".join(cards[1:]), " ".join([*cards[1:], cards[1]]), cards]
            broken.append(rest)
        broken += [{**rest, name: value} for value in wrong]
    for bad in broken:
        try:
            game.start(play.options, play.players, bad)
        except (BadStart, BadText) as error:
            here.must(is_sentence(error.sentence), f"no sentence for the start {bad}: {error.sentence!r}")
        else:
            here.must(False, f"start() takes {bad}")


def check_record(play: Play) -> None:
    """A record of the deal, or of a part of it, reads back and comes to the same; a bad action is named."""
    game = play.game
    for at in {0, 1, len(play.actions) // 2, len(play.actions)}:
        here = Moment(play, min(at, len(play.actions)))
        stated = replay(_record(play, [(play.start, play.actions[:at])])).stated()
        again = replay(read(stated.to_json()))
        here.same("the record that was read back", again.record, stated)
        here.same("outcome() of the record", again.outcome, game.outcome(here.state))
        here.same("ledger() of the record", again.ledger(), game.ledger(here.state))
        here.same("the text of the record", game.text(again.state), game.text(here.state))
        try:
            replay(_record(play, [(play.start, [*play.actions[:at], "nonsense"])]))
        except SpetoError as error:
            here.same("where the record is wrong", error.at, (0, here.at))
        else:
            here.must(False, "a record with nonsense in it is taken")


# A match, and the options


def check_match(game: AnyGame, players: int, options: Any, seed: str, bound: int, deals: int = 4) -> None:
    """follow() has the right totals, and its start fields are those of the next deal, in a record as well."""
    plays: list[Play] = []
    totals = [0] * players
    following = game.follow(options, players, [])
    while len(plays) < deals and not following.decided:
        ended = [play.final for play in plays]
        salt = f"{seed} {len(plays)}"
        start = fresh_start(game, players, options, salt, ended)
        play = play_out(game, players, options, start, salt, bound)
        here = Moment(play, 0)
        here.same("the totals before", list(following.totals), totals)
        here.must(set(following.start) <= set(following.rules), f"a field without its rule: {following}")
        here.same("the start", start, {**start, **following.start})
        middle = game.follow(options, players, [*ended, play.states[len(play.states) // 2]])
        here.same("the totals in the middle of the deal", list(middle.totals), totals)
        plays.append(play)
        here = Moment(play, len(play.actions))
        outcome = game.outcome(play.final)
        assert outcome is not None, f"no outcome\n{here}"
        totals = [total + score for total, score in zip(totals, outcome.scores, strict=True)]
        alone = game.follow(options, players, [play.final], following.totals)
        following = game.follow(options, players, [play.final for play in plays])
        here.same("the totals", list(following.totals), totals)
        here.same("what follows from the last deal and the totals before", alone, following)
        if following.decided:
            here.must(following.rule and following.winner in range(players), f"decided, but {following}")
        else:
            here.same("the winner while it goes on", following.winner, None)
    record = _record(plays[0], [(play.start, play.actions) for play in plays])
    Moment(plays[0], 0).same("what the record comes to", replay(record).following, following)


def check_options(game: AnyGame, rules: Mapping[str, object]) -> None:
    """rules() and options() undo each other; what is no option is refused with a sentence that names it."""
    told = f"game {game.name}, rules {dict(rules)}: "
    options = game.options(rules)
    short = game.rules(options)
    assert game.options(short) == options, f"{told}rules() gives {short}, other options"
    assert game.rules(game.options(short)) == short, f"{told}{short} becomes {game.rules(game.options(short))}"
    assert json.loads(json.dumps(short)) == short, f"{told}{short} is no plain JSON"
    wrong: list[tuple[str, object]] = [("nonsense", 1), ("", True), ("n" * 1000, 1)]
    wrong += [(name, value) for name in rules for value in ("nonsense", [1], {"a": 1}, -1, 1.5, "n" * 1000)]
    for name, value in wrong:
        said = _bad_options(game, {**rules, name: value})
        assert is_sentence(said), f"{told}{name[:20]}={str(value)[:20]} is refused with {said!r}"
        assert name[:20] in str(said), f"{told}what is wrong with {name[:20]} is said to be {said!r}"


def _bad_options(game: AnyGame, rules: Mapping[str, object]) -> str | None:
    try:
        game.options(rules)
    except BadOptions as error:
        return error.sentence
    return None


def _record(play: Play, deals: Sequence[tuple[Start, Sequence[str]]]) -> Record:
    names = [f"seat {seat}" for seat in range(play.players)]
    played = [DealRecord(dict(start), list(actions)) for start, actions in deals]
    return Record(FORMAT, play.game.name, play.game.rules(play.options), names, played)


def _sums(here: Moment, state: Any) -> tuple[int, ...]:
    lines = here.play.game.ledger(state)
    return tuple(sum(line.points for line in lines if line.seat == seat) for seat in range(here.play.players))


def _verdict(game: AnyGame, state: Any, text: str) -> Refusal | BadText | None:
    """What refuse() gives or raises."""
    try:
        return game.refuse(state, text)
    except BadText as error:
        return error


def _step(game: AnyGame, state: Any) -> None:
    """Play on from a state that is thrown away."""
    for text in game.legal(state)[:1]:
        game.apply(state, game.chance(state, text)[-1])


def _applied(here: Moment, text: str) -> Any:
    try:
        return here.play.game.apply(here.state, text)
    except SpetoError as error:
        raise AssertionError(f"apply() refuses {text!r}: {error}\n{here}") from error


def _refused(here: Moment, text: str, kind: type[SpetoError], why: str) -> SpetoError:
    """The error of apply(), which must be of that kind."""
    try:
        here.play.game.apply(here.state, text)
    except SpetoError as error:
        here.must(isinstance(error, kind), f"apply() of {text!r} raises {error!r}, no {kind.__name__}: {why}")
        here.same(f"the place that apply() of {text!r} gives", error.at, (None, None))
        here.must(is_sentence(error.sentence), f"apply() of {text!r} has no sentence: {error.sentence!r}")
        if kind is IllegalAction:
            here.must(re.fullmatch(r"[A-Z]+\d+[a-z]?", error.rule or ""), f"{text!r} breaks the rule {error.rule!r}")
        return error
    raise AssertionError(f"apply() takes {text!r}: {why}\n{here}")
