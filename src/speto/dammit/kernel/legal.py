"""Which actions are legal, as words of bits; and why one is not."""

from .state import ALL, CHANCE, KEEP, N_WORDS, OVER, PILE, PLAY, RANDOM, SUPPORT, W_KEEP, W_PLAY, W_RANDOM, W_TURN

FITS = tuple(
    sum(1 << (suit * 13 + next_to % 13) for suit in range(4) for next_to in (rank - 1, rank + 1)) for rank in range(13)
)

# Why an action is refused; the sentences are in speto.dammit.reasons.
NO_REASON = 0
N_OVER = 1
N_KEEP_FIRST = 2
N_KEEP_NOTHING = 3
N_NOT_HELD = 4
N_NO_FIT = 5
N_NO_SUPPORT = 6
N_RANDOM_WAITS = 7
N_CARD_FITS = 8
N_TURN_SUPPORT = 9
N_TURN_RANDOM = 10
N_NOT_TAKEN = 11


def fitting(g):
    """M5, M10, MA10: all cards that may be played now: one rank above or below the top, ace and two meet.

    Suits do not matter. On an empty pile every card fits.
    """
    if g.pile_len == 0:
        return ALL
    return FITS[g.pile[g.pile_len - 1] % 13]


def legal(g, words):
    """M7, MA3, MA4, MA6, MA19, MA21: play a fitting card, or turn up a support card; without either, what is left.

    That is to take the pile while there are hand cards, and else to turn up a random card. Turning up a support card
    instead of playing a card that fits is allowed; taking the pile then is not. An empty hand with support left would
    need a case of its own, but does not arise: support refills the hand at once, and four cards kept are four. When
    chance is to act, what is legal are its outcomes, each equally likely.
    """
    for word in range(N_WORDS):
        words[word] = 0
    seat = g.turn
    if g.phase == PLAY:
        cards = g.hand[seat] & fitting(g)
        words[W_PLAY] = cards
        if g.support_len[seat] > 0:
            words[W_TURN] = 1 << SUPPORT
        elif cards == 0:
            words[W_TURN] = 1 << PILE if g.held[seat] > 0 else 1 << RANDOM
    elif g.phase == KEEP:
        words[W_KEEP] = g.support[seat]
    elif g.phase == CHANCE:
        words[g.drawing] = outcomes(g)


def outcomes(g):
    """The cards of which chance draws one: those of the pile from which a card turns up."""
    return g.random[g.turn] if g.drawing == W_RANDOM else g.support[g.turn]


def why_not(g, words, action):
    """0 exactly when a seat may choose this action, else the number of the reason; chance is not asked."""
    legal(g, words)
    word = action // 52
    bit = action % 52
    if words[word] >> bit & 1:
        return NO_REASON
    if g.phase == OVER:
        return N_OVER
    if word == W_KEEP:
        return N_NOT_TAKEN if g.phase == KEEP else N_KEEP_NOTHING
    if g.phase == KEEP:
        return N_KEEP_FIRST
    if word == W_PLAY:
        return N_NO_FIT if g.hand[g.turn] >> bit & 1 else N_NOT_HELD
    if bit == SUPPORT:
        return N_NO_SUPPORT
    if bit == RANDOM:
        return N_RANDOM_WAITS
    if words[W_PLAY]:
        return N_CARD_FITS
    return N_TURN_SUPPORT if words[W_TURN] >> SUPPORT & 1 else N_TURN_RANDOM
