"""States from one table of fields: ``(name, length, width)``, length 1 for a single int, widths i1 to i8.

Interpreted, a state is an object with one attribute a field, an int or a list of ints. Compiled, it is a
record of the same fields (:func:`speto.compiled.dtype_of`). Kernels use ``g.turn``, ``g.hand[seat]`` on both.
"""

from __future__ import annotations

import sys
from keyword import iskeyword
from typing import Any

Fields = tuple[tuple[str, int, str], ...]
WIDTHS = ("i1", "i2", "i4", "i8")


def check_fields(fields: Fields) -> None:
    """Raises ValueError, with a sentence, if this is no table of fields."""
    seen: set[str] = set()
    for name, length, width in fields:
        if not name.isidentifier() or name.startswith("_") or iskeyword(name) or name in ("FIELDS", "copy"):
            raise ValueError(f"a field cannot be called {name!r}.")
        if name in seen:
            raise ValueError(f"the field {name!r} is listed twice.")
        if length < 1:
            raise ValueError(f"the field {name!r} has length {length}; the least is 1.")
        if width not in WIDTHS:
            raise ValueError(f"the field {name!r} has width {width!r}; widths are {', '.join(WIDTHS)}.")
        seen.add(name)


def plain_class(fields: Fields, name: str = "State") -> Any:
    """The class of states with these fields, all 0 at first, with ``copy()``, ``==`` and a readable repr.

    ``copy()`` is written out field by field, since search calls it all the time. The table stays at hand as
    ``FIELDS``. Call it at the top of a module and keep the class there under its name, so that it pickles.

    Raises ValueError if the table is faulty.

    >>> Pot = plain_class((("cards", 1, "i8"), ("held", 2, "i1")), "Pot")
    >>> pot = Pot()
    >>> other = pot.copy()
    >>> other.held[1] = 7
    >>> pot, other, pot == other
    (Pot(cards=0, held=[0, 0]), Pot(cards=0, held=[0, 7]), False)
    """
    check_fields(fields)
    names = [field for field, _, _ in fields]
    lines = [
        f"class {name}:",
        f"    __slots__ = {tuple(names)!r}",
        "    def __init__(self):",
        *(f"        self.{field} = {'0' if n == 1 else f'[0] * {n}'}" for field, n, _ in fields),
        "    def copy(self):",
        "        new = blank(cls)",
        *(f"        new.{field} = self.{field}{'' if n == 1 else '.copy()'}" for field, n, _ in fields),
        "        return new",
        "    def __eq__(self, other):",
        "        if other.__class__ is not cls:",
        "            return NotImplemented",
        "        return " + " and ".join(f"self.{field} == other.{field}" for field in names),
        "    def __repr__(self):",
        f"        return f'{name}({', '.join(f'{field}={{self.{field}!r}}' for field in names)})'",
    ]
    space: dict[str, Any] = {"blank": object.__new__, "__name__": sys._getframe(1).f_globals["__name__"]}
    exec("\n".join(lines), space)
    cls = space["cls"] = space[name]
    cls.FIELDS = fields
    return cls
