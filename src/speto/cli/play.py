"""``speto play``: a match in the terminal against computer players."""

from __future__ import annotations

import argparse
from pathlib import Path

from speto.cli import INTERRUPTED
from speto.cli.match import Left, Play
from speto.cli.terminal import Terminal
from speto.errors import SpetoError
from speto.game import game as game_of

PAUSES = (1.0, 0.35, 0.0)
"""How long a person may read a computer player's action, by ``--speed``."""

ONLY_IN_TERMINAL = ("game", "players", "preset", "rules", "seed", "seat", "name", "save", "open", "speed", "colour")
"""Options that the page does not take: it has its own settings."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Players, house rules, seed, the person's seat and name, and how the terminal looks."""
    parser.add_argument("--terminal", action="store_true", help="play in the terminal, not in the browser")
    parser.add_argument("--game", metavar="G", default="dummy", help="dummy if left out")
    parser.add_argument("--players", type=int, metavar="N", help="how many play, you included; 2 if left out")
    rules = parser.add_mutually_exclusive_group()
    rules.add_argument("--preset", metavar="P", help="a preset of house rules")
    rules.add_argument("--rules", metavar="R", help="a preset and what differs: 'strict, target=300'")
    parser.add_argument("--seed", metavar="S", help="any text; the same seed deals the same cards for good")
    parser.add_argument("--seat", type=int, metavar="N", default=0, help="your seat, from 0")
    parser.add_argument("--name", metavar="NAME", help="your name")
    parser.add_argument("--save", metavar="FILE", help="a new file for the record")
    parser.add_argument("--open", action="store_true", help="show the hands of the computer players")
    parser.add_argument("--speed", type=int, choices=(0, 1, 2), default=1, help="of the others: 0 slow, 2 at once")
    colours = ("auto", "always", "never")
    parser.add_argument("--colour", "--color", choices=colours, default="auto", help="of cards; auto if left out")


def run(args: argparse.Namespace) -> int:
    """The page, or in the terminal a match until it is decided or the person leaves; the record is kept in any case."""
    if not args.terminal:
        from speto.cli import browser

        for name in ONLY_IN_TERMINAL:
            if getattr(args, name) != args.parser.get_default(name):
                args.parser.error(f"--{name} is for the table in the terminal: add --terminal")
        return browser.run(args)
    t = Terminal(args.colour)
    play = _begin(args, t)
    status = 0
    try:
        play.match()
    except Left:
        t.say("You have left the table.")
    except EOFError:
        t.say("The input has ended, so the match stops here.")
    except KeyboardInterrupt:
        t.say("", "You have left the table.")
        status = INTERRUPTED
    finally:
        saved = _save(play)
    if saved:
        t.say(saved)
    return status


def _save(play: Play) -> str:
    """Save the record and say where it is."""
    try:
        play.save()
    except (OSError, RuntimeError) as error:
        return f"The record could not be saved: {error}."
    return f"The record is in {play.file}" if play.file else ""


def _begin(args: argparse.Namespace, t: Terminal) -> Play:
    """The match that the arguments ask for; leaves with one line if there is none."""
    try:
        game = game_of(args.game)
        options = game.options(read_rules(args.rules) if args.rules else {"preset": args.preset or "classic"})
    except SpetoError as error:
        args.parser.error(str(error))
    count = game.seats[0] if args.players is None else args.players
    if count not in game.seats:
        args.parser.error(f"{game.name} is for {game.seats[0]} to {game.seats[-1]} players, not {count}")
    if args.seat not in range(count):
        args.parser.error(f"there is no seat {args.seat}: the seats are 0 to {count - 1}")
    name = args.name
    if name is not None and not (0 < len(name) <= 80 and name.isprintable() and name.strip()):
        args.parser.error("a name has 1 to 80 characters that print")
    file = Path(args.save) if args.save else None
    if file:
        try:
            file.open("xb").close()  # better told now than after the match
        except FileExistsError:
            args.parser.error(f"{file} is there already: name a new file")
        except OSError as error:
            args.parser.error(f"{file}: {error.strerror}")
    return Play(t, game, options, count, args.seat, name, args.seed, PAUSES[args.speed], args.open, file)


def read_rules(text: str) -> dict[str, object]:
    """House rules as people write them: a preset and what differs from it.

    >>> read_rules("strict, target=300, layoff_limit 2, head_bonus=false")
    {'preset': 'strict', 'target': 300, 'layoff_limit': 2, 'head_bonus': False}
    """
    words: dict[str, object] = {"true": True, "false": False, "null": None}
    rules: dict[str, object] = {}
    for part in filter(None, (part.strip() for part in text.split(","))):
        name, _, value = (word.strip() for word in part.replace("=", " ", 1).partition(" "))
        if not value:
            rules["preset" if not rules else name] = name if not rules else True
        elif value.lstrip("-").isdecimal() and len(value) < 10:
            rules[name] = int(value)
        else:
            rules[name] = words.get(value.lower(), value.strip("'"))
    return rules
