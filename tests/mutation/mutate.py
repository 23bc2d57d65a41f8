"""Mutants: the source of a module with one small fault each.

A fault is one change to one statement: a comparison or an operator becomes another, an operand goes, a number is one
off, a condition always or never holds, an argument or a result is 0, a statement is left out. What always holds
of a mutant: it parses, and its text differs from every other's.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import NamedTuple

COMPARISONS: dict[type[ast.cmpop], tuple[type[ast.cmpop], ...]] = {
    ast.Lt: (ast.LtE, ast.GtE),
    ast.LtE: (ast.Lt, ast.Gt),
    ast.Gt: (ast.GtE, ast.LtE),
    ast.GtE: (ast.Gt, ast.Lt),
    ast.Eq: (ast.NotEq,),
    ast.NotEq: (ast.Eq,),
}
OPERATORS: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Add,
    ast.Mod: ast.FloorDiv,
    ast.FloorDiv: ast.Mod,
    ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd,
    ast.BitXor: ast.BitAnd,
    ast.LShift: ast.RShift,
    ast.RShift: ast.LShift,
}
TABLES = {"g", "r", "log"}
"""Arguments that are tables: a number in their place fails at once and tells nothing."""
ZERO = ast.Constant(0)
ONE = ast.Constant(1)
LEFT_OUT = "pass"

Place = tuple[ast.AST, str, int | None]
"""Where an expression stands: its parent, the field, and the index if the field is a list."""


class Mutant(NamedTuple):
    """One fault. ``where`` is module and function; ``before`` and ``after`` are the statement, or the line that
    begins it; ``line`` is where it stands, ``source`` the whole module with the fault."""

    where: str
    line: int
    before: str
    after: str
    source: str

    @property
    def difference(self) -> str:
        """The fault as a person reads it."""
        return f"{self.where}, line {self.line}\n- {self.before}\n+ {self.after}"


def mutants(module: str, source: str) -> list[Mutant]:
    """All mutants of a module, in the order of its lines. A statement that a function has twice is numbered.

    >>> for mutant in mutants("m", "def f(x):\\n    return x < 3\\n"):
    ...     print(mutant.where, "|", mutant.after)
    m.f | return 0
    m.f | return 1
    m.f | return x <= 3
    m.f | return x >= 3
    m.f | return x < 4
    m.f | return x < 2
    """
    lines = source.splitlines(keepends=True)
    found: list[Mutant] = []
    texts = {source}
    times: dict[tuple[str, str], int] = {}
    for where, statement, needed in _statements(ast.parse(source), module):
        before = _head(statement)
        times[where, before] = times.get((where, before), 0) + 1
        name = where if times[where, before] == 1 else f"{where} ({times[where, before]})"
        text = lines[statement.lineno - 1]
        indent = text[: statement.col_offset] + ("el" if text[statement.col_offset :].startswith("elif") else "")
        faults = _faults(statement)
        for after in faults if needed else [*faults, LEFT_OUT]:
            end = statement.end_lineno if after == LEFT_OUT else _head_end(statement)
            changed = "".join([*lines[: statement.lineno - 1], f"{indent}{after}\n", *lines[end:]])
            if changed not in texts:
                texts.add(changed)
                found.append(Mutant(name, statement.lineno, before, after, changed))
    return found


def _statements(tree: ast.AST, where: str) -> Iterator[tuple[str, ast.stmt, bool]]:
    """The statements that can be at fault, outer ones first, and whether it makes no sense to leave one out."""
    body: list[ast.stmt] = getattr(tree, "body", []) + getattr(tree, "orelse", [])
    for statement in body:
        match statement:
            case ast.FunctionDef():
                yield from _statements(statement, f"{where}.{statement.name}")
            case ast.Expr(ast.Constant()) | ast.ImportFrom():
                pass
            case _:
                yield where, statement, _needed(tree, statement)
                yield from _statements(statement, where)


def _needed(parent: ast.AST, statement: ast.stmt) -> bool:
    """An `if` that never holds is left out already; a name that a module lacks, or a function without its last
    return, which gives back nothing, is no test of the tests."""
    match parent, statement:
        case (_, ast.If() | ast.While()) | (ast.Module(), _):
            return True
        case ast.FunctionDef(), ast.Return():
            return statement is parent.body[-1]
    return False


def _faults(statement: ast.stmt) -> Iterator[str]:
    """The statement, or its first line, with each fault in turn."""
    match statement:
        case ast.If() | ast.While():
            yield from _with(statement, (statement, "test", None), [ast.Constant(True), ast.Constant(False)])
        case ast.Assign() | ast.AugAssign() | ast.Return(ast.expr()):
            if not isinstance(statement.value, ast.Constant):
                yield from _with(statement, (statement, "value", None), [ZERO])
                if isinstance(statement, ast.Return):
                    yield from _with(statement, (statement, "value", None), [ONE])
    if isinstance(statement, ast.AugAssign):
        yield f"{ast.unparse(statement.target)} = {ast.unparse(statement.value)}"
        operator = statement.op
        statement.op = OPERATORS[type(operator)]()
        yield ast.unparse(statement)
        statement.op = operator
    for place in list(_places(statement)):
        yield from _with(statement, place, list(_replacements(_at(place))))


def _replacements(node: ast.expr) -> Iterator[ast.expr]:
    """What may stand in the place of an expression."""
    match node:
        case ast.Constant(bool(value)):
            yield ast.Constant(not value)
        case ast.Constant(int(value)):
            yield ast.Constant(value + 1)
            yield ast.Constant(value - 1)
        case ast.Compare(left, [operator], right):
            for other in COMPARISONS[type(operator)]:
                yield ast.Compare(left, [other()], right)
        case ast.BoolOp(operator, values):
            yield ast.BoolOp(ast.Or() if isinstance(operator, ast.And) else ast.And(), values)
            for i in range(len(values)):
                rest = values[:i] + values[i + 1 :]
                yield ast.BoolOp(operator, rest) if len(rest) > 1 else rest[0]
        case ast.BinOp(left, operator, right):
            yield ast.BinOp(left, OPERATORS[type(operator)](), right)
            yield left
            yield right
        case ast.UnaryOp(_, operand):
            yield operand
        case ast.IfExp(_, body, orelse):
            yield body
            yield orelse
        case ast.Call(function, arguments):
            for i, argument in enumerate(arguments):
                if isinstance(argument, ast.Constant) or (isinstance(argument, ast.Name) and argument.id in TABLES):
                    continue
                yield ast.Call(function, [*arguments[:i], ZERO, *arguments[i + 1 :]], [])


def _places(node: ast.AST) -> Iterator[Place]:
    """The places of all expressions in a statement, but not in the statements inside it."""
    for field, value in ast.iter_fields(node):
        inner = list(enumerate(value)) if isinstance(value, list) else [(None, value)]
        for index, child in inner:
            if isinstance(child, ast.expr):
                yield node, field, index
                yield from _places(child)


def _at(place: Place) -> ast.expr:
    parent, field, index = place
    value = getattr(parent, field)
    found: ast.expr = value if index is None else value[index]
    return found


def _put(place: Place, node: ast.expr) -> None:
    parent, field, index = place
    if index is None:
        setattr(parent, field, node)
    else:
        getattr(parent, field)[index] = node


def _with(statement: ast.stmt, place: Place, others: list[ast.expr]) -> Iterator[str]:
    """The statement's first line with each of these in that place."""
    node = _at(place)
    for other in others:
        _put(place, other)
        yield _head(statement)
    _put(place, node)


def _head(statement: ast.stmt) -> str:
    """A statement on one line; of one with statements inside, the line that begins it."""
    return ast.unparse(statement).partition("\n")[0]


def _head_end(statement: ast.stmt) -> int | None:
    """The last line of what `_head` shows."""
    body: list[ast.stmt] = getattr(statement, "body", [])
    return body[0].lineno - 1 if body else statement.end_lineno
