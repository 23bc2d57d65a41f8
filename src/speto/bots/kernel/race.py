"""The chance to win the match (R28): the nearer the first seat is to the target, the more each point of lead counts."""

from math import exp

STEP = 50  # points between two rates
N_RATES = 21
SPAN = STEP * (N_RATES - 1)
NAT = 1 << 16  # rates are nats a point × this
WON = 2048  # a match that is won; small, so that sums of squares over all worlds stay within 64 bits
NEEDS = 4  # a race is a row of ints: what each seat needs when the deal begins, then the rates

ONE = 1 << 20
FALL = tuple(round(ONE * exp(-i / 16)) for i in range(257))  # by how much odds fall, 1/16 nat a step


def rate_at(race, least):
    """How many nats a point of lead is worth when the first seat needs so many points more, × NAT."""
    at = min(max(least, 0), SPAN - 1)
    rest = at % STEP
    first = NEEDS + at // STEP
    return (race[first] * (STEP - rest) + race[first + 1] * rest) // STEP


def win_chance(race, g, seat):
    """The seat's chance to win the match once this deal's points are counted, × WON."""
    least = race[0] - g.score[0]
    leaders = 1
    for other in range(1, g.players):
        need = race[other] - g.score[other]
        if need == least:
            leaders += 1
        elif need < least:
            least = need
            leaders = 1
    own = race[seat] - g.score[seat] - least
    if least <= 0 and leaders == 1:
        return WON if own == 0 else 0  # A49
    rate = rate_at(race, least)
    total = 0
    mine = 0
    for other in range(g.players):
        odds = odds_at((race[other] - g.score[other] - least) * rate)
        total += odds
        if other == seat:
            mine = odds
    return WON * mine // total


def odds_at(fall):
    """Odds after so many nats × NAT, × ONE."""
    i = fall // (NAT // 16)
    if i >= 256:
        return FALL[256]
    return FALL[i] - (FALL[i] - FALL[i + 1]) * (fall % (NAT // 16)) // (NAT // 16)
