"""The kernel's doors for callers outside: states come as an array and an index, never as one record.

Interpreted, the array is a list of states.
"""

from ...kit.bits import low
from ...kit.states import clone
from .legal import N_NOT_TAKEN, NO_REASON, legal, why_not
from .play import apply, refills_from_support
from .random_play import draw, play_deals
from .see import imagine, imagine_somehow, possible, see
from .setup import deal
from .state import CHANCE, PILE, RANDOM, SUPPORT, W_KEEP, W_PLAY, W_TURN

# A request is an action as somebody wrote it: kind + KINDS × what it names. PLAY_CARD names a card + 64 × (the card
# that came + 1), TURN_SUPPORT and TURN_RANDOM the card that turned up + 1, KEEP_FOUR a set of cards; 0 stands for a
# card that is not named. replay_at adds SEATS × (the seat that acted + 1).
KINDS = 8
PLAY_CARD = 0
TURN_SUPPORT = 1
TURN_RANDOM = 2
TAKE_PILE = 3
KEEP_FOUR = 4
SEATS = 1 << 58

# Why a request is no record of what happened, though a player might send its action.
N_NAME_CARD = 12
N_NOT_DRAWN = 13
N_NOTHING_DRAWN = 14


def legal_at(states, index, words):
    """Write the words of legal actions of a state."""
    legal(states[index], words)


def why_not_at(states, index, words, request):
    """0 if the seat to act may send the request's action, else the number of the reason; outcomes are not looked at."""
    return why_not_sent(states[index], words, request)


def why_not_recorded_at(states, index, words, request):
    """As why_not_at; the outcome that the request names must be one that chance can have, too."""
    return why_not_recorded(states[index], words, request)


def play_at(states, index, rules, request):
    """Play a request for which why_not_recorded_at is 0."""
    play_request(states[index], rules[0], request)


def apply_at(states, index, rules, action):
    """Play a legal action of the seat to act, or of chance."""
    apply(states[index], rules[0], action)


def first_action(request):
    """The action of the seat to act in a request; of KEEP_FOUR one of its four."""
    kind = request % KINDS
    named = request // KINDS
    if kind == PLAY_CARD:
        return W_PLAY * 52 + named % 64
    if kind == TURN_SUPPORT:
        return W_TURN * 52 + SUPPORT
    if kind == TURN_RANDOM:
        return W_TURN * 52 + RANDOM
    if kind == TAKE_PILE:
        return W_TURN * 52 + PILE
    return W_KEEP * 52 + low(named)


def drawn_card(request):
    """The outcome of chance that a request names, -1 if none."""
    kind = request % KINDS
    named = request // KINDS
    if kind == PLAY_CARD:
        return named // 64 - 1
    if kind == TURN_SUPPORT or kind == TURN_RANDOM:
        return named - 1
    return -1


def may_come(g, request):
    """The cards of which chance draws one when this request is played; empty if nothing is drawn."""
    kind = request % KINDS
    if kind == TURN_RANDOM:
        return g.random[g.turn]
    if kind == TURN_SUPPORT or (kind == PLAY_CARD and refills_from_support(g)):
        return g.support[g.turn]
    return 0


def why_not_sent(g, words, request):
    """As why_not; all four cards to keep must be there."""
    reason = why_not(g, words, first_action(request))
    if reason == NO_REASON and request % KINDS == KEEP_FOUR and request // KINDS & ~words[W_KEEP]:
        return N_NOT_TAKEN
    return reason


def why_not_recorded(g, words, request):
    """As why_not_sent; and the request must name just what chance can draw."""
    reason = why_not_sent(g, words, request)
    if reason != NO_REASON:
        return reason
    card = drawn_card(request)
    cards = may_come(g, request)
    if cards == 0:
        return NO_REASON if card < 0 else N_NOTHING_DRAWN
    if card < 0:
        return N_NAME_CARD
    return NO_REASON if cards >> card & 1 else N_NOT_DRAWN


def play_request(g, r, request):
    """Play a request of a legal action, and the outcome that it names."""
    if request % KINDS == KEEP_FOUR:
        cards = request // KINDS
        while cards:
            apply(g, r, W_KEEP * 52 + low(cards))
            cards &= cards - 1
    else:
        apply(g, r, first_action(request))
        if g.phase == CHANCE:
            apply(g, r, g.drawing * 52 + drawn_card(request))


def replay_at(states, index, rules, words, requests, count):
    """Play requests until one is refused. Returns how many were played; the state stays before the refused one.

    To each request the seat that acted is added.
    """
    g = states[index]
    for i in range(count):
        if why_not_recorded(g, words, requests[i]):
            return i
        seat = g.turn
        play_request(g, rules[0], requests[i])
        requests[i] += SEATS * (seat + 1)
    return count


def deal_at(states, index, deck, players, dealer):
    """Deal a deck: the state becomes the first turn of a deal."""
    deal(states[index], deck, players, dealer)


def see_at(states, index, seat, views, at):
    """Write what a seat may see into a view; seat -1 is a spectator."""
    see(states[index], seat, views[at])


def imagine_at(views, at, rng, states, index, tries):
    """Fill in a view until every hand is possible, at most so many times. True if it is."""
    for _ in range(tries):
        imagine(views[at], rng, states[index])
        if possible(states[index]):
            return True
    return False


def imagine_somehow_at(views, at, rng, states, index, tries):
    """As imagine_at, by the way that finds a state where nearly all others are impossible."""
    for _ in range(tries):
        if imagine_somehow(views[at], rng, states[index]) and possible(states[index]):
            return True
    return False


def draw_at(states, index, rng):
    """The action of chance, drawn."""
    return draw(states[index], rng)


def play_deals_at(states, index, rules, words, deck, rng, players, deals):
    """Deal and play out many deals at random. Returns the number of decisions."""
    return play_deals(states[index], rules[0], words, deck, rng, players, deals)


def clone_at(states, to, source):
    """Put a copy of a state in another's place."""
    clone(states, to, source)


def clones_at(states, to, source, times):
    """Clone so many times; what the benchmark times."""
    for _ in range(times):
        clone(states, to, source)
