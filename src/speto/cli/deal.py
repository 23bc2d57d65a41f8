"""``speto deal``: a new record with a shuffled deck and no actions."""

from __future__ import annotations

import argparse

from speto.decks import first_starter, fresh_seed, seed_of_text, shuffled
from speto.errors import SpetoError
from speto.game import game as game_of
from speto.records import FORMAT, DealRecord, Record


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Players, seed, preset, game, and the seat that starts or deals."""
    parser.add_argument("--players", type=int, metavar="N", required=True, help="how many play")
    parser.add_argument("--seed", metavar="S", help="any text; the same seed deals the same cards for good")
    parser.add_argument("--preset", metavar="P", help="a preset of house rules")
    parser.add_argument("--game", metavar="G", default="dummy", help="dummy if left out")
    parser.add_argument("--starter", type=int, metavar="N", help="the seat that begins (Dummy); else from the seed")
    parser.add_argument("--dealer", type=int, metavar="N", help="the seat that deals (Dammit); else from the seed")


def run(args: argparse.Namespace) -> int:
    """Print the record as JSON."""
    try:
        print(new(args).to_json(indent=2).decode())
    except SpetoError as error:
        args.parser.error(str(error))
    return 0


def new(args: argparse.Namespace) -> Record:
    """The record that the arguments ask for.

    Deck and starter, or dealer, are those of the first deal of a match with this seed.
    """
    game = game_of(args.game)
    if args.players not in game.seats:
        least, most = game.seats[0], game.seats[-1]
        args.parser.error(f"{game.name} is for {least} to {most} players, not {args.players}")
    seat = _named_seat(args, next(iter(game.defaults)))
    options = game.options({} if args.preset is None else {"preset": args.preset})
    seed = fresh_seed() if args.seed is None else seed_of_text(args.seed)
    if seat is None:
        seat = first_starter(seed, args.players)
    start = game.fresh(options, args.players, shuffled(seed), {next(iter(game.defaults)): seat})
    names = list("ABCDEFGH"[: args.players])
    return Record(FORMAT, game.name, game.rules(options), names, [DealRecord(start)])


def _named_seat(args: argparse.Namespace, word: str) -> int | None:
    """The seat that starts or deals, if the command line names one; ``word`` is what the game calls it."""
    for name in ("starter", "dealer"):
        if name != word and getattr(args, name) is not None:
            args.parser.error(f"{args.game} has no {name}, but a {word}: --{word}")
    seat: int | None = getattr(args, word, None)
    if seat is not None and seat not in range(args.players):
        args.parser.error(f"there is no seat {seat}: the seats are 0 to {args.players - 1}")
    return seat
