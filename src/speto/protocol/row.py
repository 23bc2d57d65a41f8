"""A row of a table's log: one accepted command. And what a command is answered with that is not accepted.

The kinds of rows, and what their bodies hold:

=========  =============================  =====================================================================
create     setup version name member bots the host sits in seat 0, bots of these levels in the next seats
                                          (and ``opening``: the one deal that is played here, a turn played again)
rules      setup version                  other house rules, before the first deal
sit        seat name member               a person sits down, moves, or comes back
bot        seat level                     a bot takes an empty or a bot's seat; or sits in, as sit_in
leave      seat level                     a person goes; in a match a bot of this level sits in
kick       seat level                     the host sends somebody away; in a match a bot takes the seat
lock       locked                         nobody new may sit down, or may again
clock      seat clock                     what a person has of the table's times, from a turn begun anew
ready      seat                           a person wants the next deal
deal       number                         the next deal begins; the secret and the number give its deck
act        actions [bot worlds weights]   full texts, chance outcomes included; of a bot, how it chose
timeout    seat actions level             a person's time is used up; after two a bot of this level sits in
away back  seat                           a person's page is gone, or here again
sit_in     seat level                     a bot plays for a person who is away
take_back  seat                           the person plays again
undo       actions                        so many actions of the deal are left
pause, resume, abandon                    nothing
shift      by                             so many ms count for nothing: no server lived
rematch    seat [seats]                   a new match, at the wish of this seat; seats drawn anew, by who sat where
=========  =============================  =====================================================================
"""

from __future__ import annotations

from typing import Any

import msgspec

from speto.errors import SpetoError


class Row(msgspec.Struct, frozen=True):
    """One accepted command. ``at`` is in ms since 1970; a replay reads no other clock.

    ``seat`` is the seat that gave the command, None for the server. ``body`` holds what a replay needs beside it: no
    card of a deck, and of hidden things only what chance gave.
    """

    seq: int
    id: str
    at: int
    seat: int | None
    kind: str
    body: dict[str, Any]


class Refused(msgspec.Struct, frozen=True):
    """Why a command is not accepted.

    ``code`` is one of ``Nack``'s. ``reason`` is a key of the page's catalogue: of the game's reasons, or one of
    :data:`REASONS`. ``at`` is the index of the action that is at fault, in a list of actions.
    """

    code: str
    rule: str | None
    sentence: str
    reason: str | None = None
    at: int | None = None


class BadLog(SpetoError):
    """A row that no table can have accepted here, or a table of another version of the game."""


REASONS: dict[str, tuple[str, str]] = {
    "no_command": ("unreadable", "there is no command {what} at a table"),
    "no_body": ("unreadable", "{what}"),
    "too_many": ("too_long", "at most {most} actions go into one command"),
    "created": ("not_now", "this table has been created already"),
    "not_created": ("not_now", "this table has not been created"),
    "table_closed": ("not_now", "this table is closed"),
    "not_seated": ("not_yours", "only somebody who sits at the table can do this"),
    "not_host": ("not_yours", "only the host can do this"),
    "not_person": ("not_now", "no person sits in seat {seat}"),
    "not_server": ("not_yours", "only the server gives this command"),
    "no_seat": ("unreadable", "there is no seat {what} at this table"),
    "no_level": ("unreadable", "there is no bot {what}: {known}"),
    "bad_rules": ("illegal", "{what}"),
    "seats_taken": ("not_now", "more people sit here than {what} seats hold"),
    "locked": ("not_now", "the table is locked: nobody new can sit down"),
    "kicked": ("not_yours", "the host has sent you from this table"),
    "seat_taken": ("not_now", "somebody sits in seat {seat}"),
    "seated": ("not_now", "you sit at this table already"),
    "full": ("not_now", "every seat is taken"),
    "practice": ("not_now", "at a practice table the host plays alone"),
    "not_practice": ("not_now", "taking back is for practice tables"),
    "begun": ("not_now", "the match has begun"),
    "not_begun": ("not_now", "the match has not begun"),
    "dealt": ("not_now", "a deal is being played"),
    "not_playing": ("not_now", "no deal is being played"),
    "paused": ("not_now", "the table is paused"),
    "not_paused": ("not_now", "the table is not paused"),
    "match_over": ("not_now", "the match is over"),
    "match_on": ("not_now", "the match is not over"),
    "no_clock": ("not_now", "this table has no clock"),
    "not_ready": ("not_now", "not everybody is ready"),
    "ready_already": ("not_now", "you are ready already"),
    "as_it_is": ("not_now", "that is so already"),
    "present": ("not_now", "the person in seat {seat} is here"),
    "self": ("not_now", "that is your own seat"),
    "early": ("not_now", "no deadline has passed"),
    "not_your_turn": ("not_yours", "it is not your turn"),
    "no_action": ("illegal", "{what}"),
    "illegal": ("illegal", "{what}"),
    "no_actions": ("unreadable", "a command to play needs an action"),
    "after_turn": ("illegal", "the turn ends with the action before"),
    "after_reveal": ("illegal", "the action before shows something new: wait for it before you go on"),
    "no_preview": ("illegal", "nobody can know beforehand what this brings"),
    "nothing_to_undo": ("not_now", "you have played nothing that could be taken back"),
}
"""A table's own reasons: each with its code and its sentence. A game adds those of its rules."""


def refused(reason: str, *, rule: str | None = None, at: int | None = None, **words: object) -> Refused:
    """A refusal for one of the table's reasons.

    >>> refused("seat_taken", seat=2).sentence
    'somebody sits in seat 2'
    """
    code, sentence = REASONS[reason]
    return Refused(code, rule, sentence.format(**words), reason, at)
