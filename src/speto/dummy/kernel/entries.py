"""The kernel's doors for callers outside: states come as an array and an index, never as one record.

Interpreted, the array is a list of states.
"""

from ...kit.states import clone
from .finish import can_finish
from .legal import (
    N_CLOSED,
    N_NO_FIT,
    N_NO_TARGET,
    N_NO_WRAP,
    N_TAKE_FIRST,
    N_TAKEN_ALREADY,
    NO_REASON,
    legal,
    target_holds,
    target_of,
    why_not,
)
from .play import apply, begin_turn
from .random_play import play_deals, play_out
from .see import imagine, possible, see
from .setup import deal
from .state import LAY, TAKE, W_DISCARD, W_LAY_SET

# A request is an action as somebody wrote it: action | (target card + 1) << 10 | sign << 17. The target is the card
# after ">", 0 if there is none; the sign tells "^" from "=", since a meld has one action before the draw and after.
ACTIONS = 1 << 10
TARGETS = 1 << 7
SIGN_PICKUP = 1
SIGN_MELD = 2


def legal_at(states, index, rules, words):
    """Write the words of legal actions of a state."""
    legal(states[index], rules[0], words)


def why_not_at(states, index, rules, words, request):
    """0 if the state accepts the request, else the number of the reason."""
    return why_not_request(states[index], rules[0], words, request)


def apply_at(states, index, rules, words, log, action):
    """Play a legal action."""
    apply(states[index], rules[0], words, log, action)


def why_not_request(g, r, words, request):
    """As why_not; and the sign must suit the turn, and a layoff must join the meld that holds its target (R15)."""
    action = request % ACTIONS
    target = request // ACTIONS % TARGETS - 1
    sign = request // (ACTIONS * TARGETS)
    if g.phase == LAY and sign == SIGN_PICKUP:
        return N_TAKEN_ALREADY
    if g.phase == TAKE and sign == SIGN_MELD:
        return N_TAKE_FIRST
    reason = why_not(g, r, words, action)
    if target < 0 or g.phase != LAY:
        return reason
    fit = reason == NO_REASON or reason == N_NO_FIT or reason == N_NO_WRAP or reason == N_CLOSED
    if fit and not (g.sets | g.runs) >> target & 1:
        return N_NO_TARGET
    if reason == NO_REASON and not target_holds(g, action // 52, action % 52, target):
        return N_NO_FIT
    return reason


def replay_at(states, index, rules, words, log, requests, count):
    """Play requests until one is refused. Returns how many were played; the state stays before the refused one.

    A layoff's target is replaced by the one that its canonical text names.
    """
    g = states[index]
    r = rules[0]
    for i in range(count):
        if why_not_request(g, r, words, requests[i]):
            return i
        action = requests[i] % ACTIONS
        if W_LAY_SET <= action // 52 < W_DISCARD:
            requests[i] = action + (target_of(g, action // 52, action % 52) + 1) * ACTIONS
        apply(g, r, words, log, action)
    return count


def deal_at(states, index, deck, players, starter, direction, strip):
    """Deal a deck: the state becomes the first turn of a deal."""
    deal(states[index], deck, players, starter, direction, strip)


def begin_turn_at(states, index, rules, words, log):
    """Begin the turn of the seat to act, which ends the deal if there is nothing left to do (R21)."""
    begin_turn(states[index], rules[0], words, log)


def see_at(states, index, seat, views, at):
    """Write what a seat may see into a view; seat -1 is a spectator."""
    see(states[index], seat, views[at])


def imagine_at(views, at, rules, words, rng, states, index, tries):
    """Fill in a view until the state is possible, at most so many times. True if it is."""
    for _ in range(tries):
        imagine(views[at], rng, states[index])
        if possible(states[index], rules[0], words):
            return True
    return False


def play_out_at(states, index, rules, words, log, rng):
    """Play a deal out at random. Returns the number of decisions."""
    return play_out(states[index], rules[0], words, log, rng)


def play_deals_at(states, index, rules, words, log, deck, rng, players, deals):
    """Deal and play out many deals at random. Returns the number of decisions."""
    return play_deals(states[index], rules[0], words, log, deck, rng, players, deals)


def can_finish_at(hand, sets, runs, starts, closed, left):
    """The knock solver: can all these cards but one be laid?"""
    return can_finish(hand, sets, runs, starts, closed, left)


def clone_at(states, to, source):
    """Put a copy of a state in another's place."""
    clone(states, to, source)


def clones_at(states, to, source, times):
    """Clone so many times; what the benchmark times."""
    for _ in range(times):
        clone(states, to, source)
