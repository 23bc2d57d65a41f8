"""Every kernel is in kernel style, and the check of it finds each fault."""

from __future__ import annotations

import pytest
from tests.compiled.style import kernel_style, recursion
from tests.compiled.toy import FILES

from speto.compiled import SPETO

# These are one instruction each when compiled; their Python is for the interpreter only.
INSTRUCTIONS = {"speto.kit.bits", "speto.kit.states"}
KERNELS = sorted(set(SPETO.sources) - INSTRUCTIONS)


@pytest.mark.parametrize("module", KERNELS)
def test_kernels_are_in_kernel_style(module: str) -> None:
    assert kernel_style(SPETO.sources[module].decode()) == []


def test_kernels_do_not_recurse() -> None:
    assert recursion({module: source.decode() for module, source in SPETO.sources.items()}) == []


@pytest.mark.parametrize("name", ["lower/state.py", "lower/rules.py", "upper/policy.py"])
def test_the_toy_is_in_kernel_style(name: str) -> None:
    assert kernel_style(FILES[name]) == []


def test_good_style_passes() -> None:
    assert (
        kernel_style('''
"""A module."""
from __future__ import annotations
from collections.abc import MutableSequence
from math import log, sqrt
from typing import TYPE_CHECKING, Any
from ...kit.bits import low, popcount
from .state import N_WORDS
if TYPE_CHECKING:
    from speto.dummy.deal import State
NAMES = ("a", "b")
SQUARES = tuple(i * i for i in range(9))
HALF: float = 0.5

def weigh(g: State, n: "int", rng: MutableSequence[int]) -> Any:
    """Text with 'strings' in it."""
    todo = [(n, 1)]
    first, second = g.hand[0], -1
    total: int = 0
    while len(todo) > 0 and not total < second:
        rest, depth = todo.pop()
        if rest in (0, 1) or rest == N_WORDS:
            continue
        todo.append((rest & (rest - 1), depth + 1))
        total += low(rest) if depth % 2 else popcount(~rest)
        g.hand[first] ^= 1 << total
        g.turn = max(total, 3)
    for i in range(4):
        pass
    return sqrt(total) * log(2.0)
''')
        == []
    )


FUNCTION = "def f(x, y):\n    "
FAULTS = [
    ("class A:\n    pass", "1: a class at the top"),
    ("try:\n    X = 1\nexcept ValueError:\n    X = 2", "1: try at the top"),
    ("for i in range(3):\n    pass", "1: for at the top"),
    ("import numpy", "1: import of a whole module"),
    ("from . import state", "1: import of a whole module"),
    ("from .state import *", "1: import of a whole module"),
    ("from speto.kit.bits import low", "1: absolute import of speto.kit.bits"),
    ("from random import random", "1: absolute import of random"),
    ("F = lambda x: x", "1: lambda"),
    ("T = {1: 2}", "1: a dict"),
    ("T = [1, 2]", "1: a list at the top"),
    ("T = tuple({1, 2})", "1: a set"),
    ("T = 1 << 70, 9223372036854775808", "1: a number beyond 63 bits"),
    ("from .state import f\nT = (f,)", "2: the function f as a value"),
    ("def f(x=1):\n    return x", "1: a default value"),
    ("def f(*x):\n    return 1", "1: an argument that is not plain"),
    ("def f(**x):\n    return 1", "1: an argument that is not plain"),
    ("def f(*, x):\n    return x", "1: an argument that is not plain"),
    ("@cache\ndef f(x):\n    return x", "2: a decorator"),
    ("def f(f):\n    return 1", "1: a variable with the name of the function f"),
    (FUNCTION + "f = 1", "2: a variable with the name of the function f"),
    (FUNCTION + "with x:\n        pass", "2: with"),
    (FUNCTION + "try:\n        y = 1\n    finally:\n        y = 2", "2: try"),
    (FUNCTION + "raise x", "2: raise"),
    (FUNCTION + "assert x", "2: assert"),
    (FUNCTION + "del x", "2: del"),
    (FUNCTION + "global x", "2: global"),
    (FUNCTION + "import math", "2: an import inside a function"),
    (FUNCTION + "def g():\n        return 1", "2: a nested function"),
    (FUNCTION + "yield x", "2: a generator"),
    (FUNCTION + "return lambda: x", "2: lambda"),
    (FUNCTION + "return {}", "2: a dict"),
    (FUNCTION + "return {1}", "2: a set"),
    (FUNCTION + "return 'a'", "2: a string"),
    (FUNCTION + "return None", "2: None"),
    (FUNCTION + "return f'{x}'", "2: an f-string"),
    (FUNCTION + "return [a for a in x]", "2: a comprehension"),
    (FUNCTION + "return sum(a for a in x)", "2: a generator"),
    (FUNCTION + "return x[1:]", "2: a slice"),
    (FUNCTION + "return max(*x)", "2: a starred value"),
    (FUNCTION + "return max(x, key=y)", "2: a keyword in a call"),
    (FUNCTION + "return (z := x)", "2: an assignment inside an expression"),
    (FUNCTION + "return x is y", "2: is"),
    (FUNCTION + "return [x]", "2: a list returned"),
    (FUNCTION + "todo = [x]\n    return 1, todo", "3: a list returned"),
    (FUNCTION + "x.append(y)\n    return x", "3: a list returned"),
    (FUNCTION + "return max(f, y)", "2: the function f as a value"),
    (FUNCTION + "g = f", "2: the function f as a value"),
    (FUNCTION + "return g(x)", "2: a call of g, which is no function of a kernel"),
    (FUNCTION + "return x(y)", "2: a call of x, which is no function of a kernel"),
    (FUNCTION + "return x.sort()", "2: a call of something that is not a name"),
    (FUNCTION + "return x[0](y)", "2: a call of something that is not a name"),
]


@pytest.mark.parametrize(("source", "fault"), FAULTS)
def test_each_fault_is_found(source: str, fault: str) -> None:
    assert fault in kernel_style(source)


def test_recursion_is_found_through_others_and_across_modules() -> None:
    sources = {
        "toy.lower.rules": "from ..upper.policy import best\ndef take(x):\n    return best(x)\n",
        "toy.upper.policy": (
            "from ..lower.rules import take as lay\n"
            "def best(x):\n    return lay(x)\n"
            "def alone(x):\n    return alone(x - 1)\n"
            "def fine(x):\n    return best(x)\n"
        ),
    }
    assert recursion(sources) == ["toy.lower.rules.take", "toy.upper.policy.alone", "toy.upper.policy.best"]
    assert kernel_style(sources["toy.upper.policy"]) == []
