"""What everybody saw in the deal so far, kept for belief: who drew past which pile, who threw what, who took what.

A memory is a record of its own beside the state. It is made of public facts only, so any seat may remember it.
"""

from ...dummy.kernel.legal import layoffs_left, taken_by
from ...dummy.kernel.melds import is_set_word, layable, meld_cards
from ...dummy.kernel.play import discard, lay, lay_off, pick_up
from ...dummy.kernel.state import DRAW, LAY, TAKE, W_DISCARD, W_LAY_SET, W_TAKE
from ...kit.states import clone
from .tables import OTHERS, TRIPLES

# Ages: 0 the seat's last turn, 1 the one before, 2 all earlier ones.
AGES = 3
MEMORY = (
    ("passed", 24, "i8"),  # seat × 6 + age × 2 + deep: cards of which one would have sufficed to pick up; it drew
    ("paired", 12, "i8"),  # seat × 3 + age: cards that with one hidden card would have made a meld with the newest
    ("thrown", 12, "i8"),  # seat × 3 + age: discards
    ("fitted", 4, "i8"),  # cards that fitted the table when the seat, born and free to lay off, ended its turn
    ("took", 2, "i8"),  # the cards of the last two pickups, newest first
    ("last", 8, "i1"),  # seat × 2 + age: the last two discards, -1 for none
    ("since", 8, "i8"),  # seat × 2 + age: the cards that the seat took from the pile since that discard
    ("turns", 4, "i1"),
)
PAST = 5  # states from here on keep how the deal stood before each seat's last two discards, the newer one first
N_STATES = PAST + 8
SHALLOW = 4  # a pickup of at most so many cards is no deep one


def forget_all(m):
    """An empty memory."""
    for i in range(24):
        m.passed[i] = 0
    for i in range(12):
        m.paired[i] = 0
        m.thrown[i] = 0
    for seat in range(4):
        m.fitted[seat] = 0
        m.turns[seat] = 0
    for i in range(8):
        m.last[i] = -1
        m.since[i] = 0
    m.took[0] = 0
    m.took[1] = 0


def remember(m, g, r, action):
    """Note what an action tells; asked before it is played. Only public facts of ``g`` are looked at."""
    word = action // 52
    seat = g.turn
    if word == W_TAKE:
        if action % 52 == DRAW:
            remember_draw(m, g, seat)
    elif word < W_LAY_SET:
        if g.phase == TAKE:
            m.took[1] = m.took[0]
            m.took[0] = taken_by(g, meld_cards(word, action % 52))
            m.since[seat * 2] |= m.took[0]
            m.since[seat * 2 + 1] |= m.took[0]
            for deep in range(2):
                age_by(m.passed, seat * 6 + deep, 2, 0)
            age_by(m.paired, seat * 3, 1, 0)
    elif word == W_DISCARD:
        age_by(m.thrown, seat * 3, 1, 1 << action % 52)
        m.last[seat * 2 + 1] = m.last[seat * 2]
        m.since[seat * 2 + 1] = m.since[seat * 2]
        m.last[seat * 2] = action % 52
        m.since[seat * 2] = 0
        m.turns[seat] += 1
        m.fitted[seat] = 0
        if g.born >> seat & 1 and layoffs_left(g, r) > 0:
            m.fitted[seat] = layable(g.sets, g.runs, g.starts, r.qka_closed)


def age_by(row, at, step, cards):
    """Move the cards of each age on by one; the oldest keeps all."""
    row[at + 2 * step] |= row[at + step]
    row[at + step] = row[at]
    row[at] = cards


def remember_draw(m, g, seat):
    """The seat drew although the pile lay there: cards that would have picked it up are less likely to be its."""
    pile = g.in_pile
    recent = 0
    for place in range(max(g.pile_len - SHALLOW, 0), g.pile_len):
        recent |= 1 << g.pile[place]
    shallow = 0
    deep = 0
    for i in range(96):
        lying = TRIPLES[i] & pile
        if lying & (lying - 1) and lying != TRIPLES[i]:
            if lying & ~recent:
                deep |= TRIPLES[i] & ~pile
            else:
                shallow |= TRIPLES[i] & ~pile
    age_by(m.passed, seat * 6, 2, shallow)
    age_by(m.passed, seat * 6 + 1, 2, deep)
    paired = 0
    if g.pile_len > 0:
        gone = pile | g.sets | g.runs
        newest = g.pile[g.pile_len - 1]
        for k in range(6):
            pair = OTHERS[newest][k]
            if pair and pair & gone == 0:
                paired |= pair
    age_by(m.paired, seat * 3, 1, paired)


def follow(v, action):
    """Play an action on what everybody sees: cards that nobody saw are not in the hands, and a draw adds none."""
    word = action // 52
    if word == W_TAKE:
        if action % 52 == DRAW:
            v.stock_len -= 1
            v.held[v.turn] += 1
            v.phase = LAY
    elif word < W_LAY_SET:
        meld = meld_cards(word, action % 52)
        if v.phase == TAKE:
            pick_up(v, meld)
        lay(v, meld, is_set_word(word))
    elif word < W_DISCARD:
        lay_off(v, word, action % 52)
    elif word == W_DISCARD:
        discard(v, action % 52)
        v.phase = TAKE
        v.taken = 0
        v.must_finish = 0


def keep_past(states, index, action):
    """Keep how the deal stood before a discard, and before the seat's discard before: belief asks what it says."""
    if action // 52 == W_DISCARD:
        past = PAST + 2 * states[index].turn
        clone(states, past + 1, past)
        clone(states, past, index)


def remember_all(states, index, m, r, actions, count):
    """Follow so many actions from a view of the deal's first turn, which is used up, and remember them."""
    v = states[index]
    forget_all(m)
    for i in range(count):
        remember(m, v, r, actions[i])
        keep_past(states, index, actions[i])
        follow(v, actions[i])
