"""What analyses find and what they take: verdicts a seat and deal by level, seconds, luck against results.

    python scripts/bench_analysis.py [--levels level1 level3 level5] [--players 2 4] [--deals 8] [--worlds K] [--luck N]
                                     [--hints N]

Each level plays deals against itself (``strict``), and all seats are judged: the table of docs/bots.md, which reasons
are named how often, and what their events cost. Then, over N deals of level3 (400), by how many points the
result rises with each point of luck, and the seconds that the luck of hands takes. With --hints, how good
hints of 300 worlds are in so many positions. 0 leaves a part out.
"""

from __future__ import annotations

import argparse
import random
from collections import Counter, defaultdict
from collections.abc import Sequence
from time import process_time

import numpy as np

from speto.analysis import Analysis, analyse
from speto.analysis.advice import clearly_best
from speto.analysis.analyse import ROUNDS
from speto.analysis.luck import luck_of_draw, luck_of_hands
from speto.analysis.reasons import cost_of
from speto.arena.names import opponent
from speto.arena.play import play
from speto.bots.agent import think, weigh
from speto.bots.levels import LEVELS, Level
from speto.dealing import deck_and_seat
from speto.decks import seed_of_text
from speto.dummy.deal import Deal
from speto.dummy.view import View
from speto.kit.leads import leads
from speto.records import FORMAT, DealRecord, Record
from speto.replay import replay

VERDICTS = ("fine", "inaccuracy", "mistake", "blunder")


def played(level: str, players: int, seed: str) -> Record:
    """A deal of a level against itself."""
    deck = deck_and_seat(None, seed, players, 0)[0]
    deal = Deal(deck, players=players, rules="strict", starter=0)
    seats = [opponent(level) for _ in range(players)]
    play(deal, seats, seed_of_text(seed), [0] * players)
    start = {"deck": deck, "starter": 0}
    names = [level] * players
    return Record(FORMAT, "dummy", {"preset": "strict"}, names, [DealRecord(start, deal.actions)])


def row(level: str, players: int, found: Sequence[Analysis], seconds: Sequence[float]) -> str:
    """A line of the table."""
    seats = players * len(found)
    count: Counter[str] = Counter()
    for one in found:
        for seat in one.seats:
            count.update(seat.verdicts)
    decisions = sum(one.decisions for analysis in found for one in analysis.seats)
    lost = np.array([decision.lost for analysis in found for decision in analysis.decisions])
    each = f"{lost.mean():.2f} ± {2 * lost.std() / len(lost) ** 0.5:.2f}"
    figures = [f"{count[verdict] / seats:.1f}" for verdict in VERDICTS]
    close = f"{count['close'] / seats:.1f}"
    took = f"{np.mean(seconds):.1f}, {max(seconds):.1f}"
    return f"| {' | '.join([level, str(players), *figures, close, f'{decisions / seats:.1f}', each, took])} |"


def reasons(found: Sequence[Analysis]) -> str:
    """How often each cause is the reason of a clear decision, and quartiles of what one event costs."""
    clear = [one for part in found for one in part.decisions if one.verdict not in ("best", "close")]
    costs: dict[str, list[float]] = defaultdict(list)
    count = Counter(one.reason.cause if one.reason else "none" for one in clear)
    for one in clear:
        if one.reason and (cost := cost_of(one.reason)) is not None:
            costs[one.reason.cause].append(cost)
    parts = []
    for cause, times in count.most_common():
        quarters = [f"{part:.0f}" for part in np.percentile(costs[cause], (25, 50, 75))] if costs[cause] else []
        parts.append(
            f"{cause} {times}" + (f" ({len(costs[cause])} measured: {', '.join(quarters)})" if quarters else "")
        )
    return f"{len(clear)} clear; {'; '.join(parts)}"


def slopes(players: int, deals: int, worlds: int) -> str:
    """By how many points a deal's result rises with each point of luck in the hand and in the draws, ± two errors."""
    rows = []
    seconds = 0.0
    seats = range(players)
    for number in range(deals):
        deal = Deal(players=players, rules="strict", seed=f"luck {number}", starter=0)
        begun = process_time()
        hands = luck_of_hands(deal, seats, worlds, number)
        seconds += process_time() - begun
        draws = [0.0] * players
        while deal.turn is not None:
            view = deal.see(deal.turn)
            action = think(view, LEVELS["level3"]).action
            if action == "+":
                draws[deal.turn] += luck_of_draw(deal, deal.turn)
            deal.play(action)
        seat = number % players  # one of each deal: the leads of its seats are not independent
        rows.append((hands[seat].points, hands[seat].error, draws[seat], leads(deal.scores or ())[seat]))
    hand, error, drawn, lead_ = np.array(rows).T
    x = np.stack([hand, drawn, np.ones(len(hand))], 1)
    solved, *_ = np.linalg.lstsq(x, lead_, rcond=None)
    wide = 2 * np.sqrt(np.diag(np.linalg.inv(x.T @ x)) * (lead_ - x @ solved).var())
    return (
        f"hand {solved[0]:.2f} ± {wide[0]:.2f}, draws {solved[1]:.2f} ± {wide[1]:.2f}; "
        f"spread of the result {lead_.std():.0f}, of luck by the hand {hand.std():.0f} (its error {error.mean():.1f}), "
        f"by draws {drawn.std():.0f}; hands take {seconds / deals:.2f} s"
    )


def moments(players: int, count: int) -> list[tuple[View, str]]:
    """So many decisions of level3, one in eight of a deal's, and what it plays."""
    found: list[tuple[View, str]] = []
    number = 0
    while len(found) < count:
        rng = random.Random(f"h {number}")
        deal = Deal(players=players, rules="strict", seed=f"hints {number}", starter=number % players)
        while deal.turn is not None:
            view = deal.see(deal.turn)
            action = think(view, LEVELS["level3"]).action
            if len(view.legal) > 1 and rng.random() < 0.12:
                found.append((view, action))
            deal.play(action)
        number += 1
    return found[:count]


def hints(players: int, count: int) -> str:
    """How often hints are what 20,000 worlds find best, and what they lose by these; in one round and in several."""
    views = moments(players, count)
    judge = Level("judge", "", "", worlds=20_000, belief=True)
    truth = [
        {one.action: one.gain for one in weigh(view, action, judge, b"judge%d" % number)}
        for number, (view, action) in enumerate(views)
    ]
    lost = {}
    for rounds in (1, ROUNDS):
        level = Level("hint", "", "", worlds=300, rounds=rounds, belief=True)
        lost[rounds] = np.zeros((count, 8))
        for number, (view, action) in enumerate(views):
            for seed in range(8):
                found = weigh(view, action, level, b"%d %d" % (number, seed))
                lost[rounds][number, seed] = max(truth[number].values()) - truth[number][clearly_best(found).action]
    parts = [f"{rounds} rounds: {np.mean(some == 0):.0%} best, {some.mean():.2f} lost" for rounds, some in lost.items()]
    less = (lost[1] - lost[ROUNDS]).mean(1)
    return f"{'; '.join(parts)}; less by {less.mean():.2f} ± {2 * less.std(ddof=1) / count**0.5:.2f}"


def main() -> None:
    """Print a line for each level and number of players as it is done."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--levels", nargs="+", default=["level1", "level3", "level5"])
    parser.add_argument("--players", nargs="+", type=int, default=[2, 4])
    parser.add_argument("--deals", type=int, default=8)
    parser.add_argument("--worlds", type=int, default=1000)
    parser.add_argument("--luck", type=int, default=400)
    parser.add_argument("--hints", type=int, default=0)
    args = parser.parse_args()
    head = ("level", "players", *VERDICTS, "close", "decisions", "points lost each", "seconds: mean, most")
    print(f"| {' | '.join(head)} |")
    for players in args.players:
        all_: list[Analysis] = []
        for level in args.levels if args.deals else ():
            found, seconds = [], []
            for number in range(args.deals):
                record = played(level, players, f"verdicts {number}")
                begun = process_time()
                found.append(analyse(replay(record), worlds=args.worlds))
                seconds.append(process_time() - begun)
            print(row(level, players, found, seconds), flush=True)
            all_ += found
        if all_:
            error = np.median([one.error for part in all_ for one in part.decisions if one.best != one.action])
            print(f"{players} players, standard error of what is lost: median {error:.1f}", flush=True)
            print(f"{players} players, reasons and what an event costs: {reasons(all_)}", flush=True)
        if args.luck:
            print(f"{players} players, a point of luck: {slopes(players, args.luck, args.worlds)}", flush=True)
        if args.hints:
            print(f"{players} players, hints in {hints(players, args.hints)}", flush=True)


if __name__ == "__main__":
    main()
