"""What kernel style is, checked on the syntax tree.

A kernel runs interpreted and compiled, and must mean the same in both. So its functions hold ints, floats,
tuples, arrays, lists used as stacks, loops and calls of functions by name; nothing else. At the top of a
module, tables may be computed by comprehensions, since only Python does that.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping

BUILTINS = {"abs", "bool", "float", "int", "len", "max", "min", "range"}
IMPORTS = {"__future__", "collections.abc", "math", "typing"}
STACK = {"append", "pop"}

# Whatever is not named here is not kernel style.
IN_FUNCTIONS = (
    *(ast.Return, ast.Assign, ast.AugAssign, ast.AnnAssign, ast.For, ast.While, ast.If, ast.Expr),
    *(ast.Pass, ast.Break, ast.Continue),
    *(ast.BoolOp, ast.BinOp, ast.UnaryOp, ast.Compare, ast.IfExp, ast.Call, ast.Attribute, ast.Subscript),
    *(ast.Name, ast.Constant, ast.Tuple, ast.List),
    *(ast.expr_context, ast.boolop, ast.operator, ast.unaryop, ast.cmpop),
)
NAMES = {
    ast.ClassDef: "a class",
    ast.Try: "try",
    ast.With: "with",
    ast.Raise: "raise",
    ast.Assert: "assert",
    ast.Lambda: "lambda",
    ast.Dict: "a dict",
    ast.DictComp: "a dict",
    ast.Set: "a set",
    ast.SetComp: "a set",
    ast.ListComp: "a comprehension",
    ast.GeneratorExp: "a generator",
    ast.Yield: "a generator",
    ast.YieldFrom: "a generator",
    ast.JoinedStr: "an f-string",
    ast.FunctionDef: "a nested function",
    ast.Slice: "a slice",
    ast.Starred: "a starred value",
    ast.Global: "global",
    ast.Nonlocal: "nonlocal",
    ast.Delete: "del",
    ast.NamedExpr: "an assignment inside an expression",
    ast.Import: "an import inside a function",
    ast.ImportFrom: "an import inside a function",
}
NOWHERE = (ast.Lambda, ast.Dict, ast.DictComp, ast.Set, ast.SetComp, ast.JoinedStr)


def kernel_style(source: str) -> list[str]:
    """What in this module is not kernel style, one line a fault: ``"12: a slice"``."""
    tree = ast.parse(source)
    functions = functions_of(tree)
    faults: list[tuple[int, str]] = []
    for node in body_without_docstring(tree):
        if isinstance(node, ast.FunctionDef):
            faults += function_faults(node, functions)
        elif isinstance(node, ast.Import | ast.ImportFrom):
            faults += import_faults(node)
        elif isinstance(node, ast.Assign | ast.AnnAssign):
            faults += table_faults(node, functions)
        elif not is_typing_block(node):
            faults.append((node.lineno, f"{name_of(node)} at the top"))
    return [f"{line}: {fault}" for line, fault in sorted(set(faults))]


def recursion(sources: Mapping[str, str]) -> list[str]:
    """The functions of these modules (full name to source) that call themselves, also through others."""
    calls: dict[str, set[str]] = {}
    for module, source in sources.items():
        tree = ast.parse(source)
        defined = [node for node in tree.body if isinstance(node, ast.FunctionDef)]
        homes = {function.name: f"{module}.{function.name}" for function in defined}
        for node in tree.body:
            if isinstance(node, ast.ImportFrom) and node.level:
                base = ".".join([*module.split(".")[: -node.level], node.module or ""])
                homes |= {alias.asname or alias.name: f"{base}.{alias.name}" for alias in node.names}
        for function in defined:
            called = {name.id for name in ast.walk(function) if isinstance(name, ast.Name)}
            calls[homes[function.name]] = {homes[name] for name in called if name in homes}
    return sorted(function for function in calls if function in reached(function, calls))


def reached(function: str, calls: Mapping[str, set[str]]) -> set[str]:
    """Every function that a call of this one can lead to."""
    found: set[str] = set()
    todo = list(calls[function])
    while todo:
        other = todo.pop()
        if other not in found:
            found.add(other)
            todo += calls.get(other, ())
    return found


def functions_of(tree: ast.Module) -> set[str]:
    """Names of functions: those defined here, and what is imported in small letters."""
    names = {node.name for node in tree.body if isinstance(node, ast.FunctionDef)}
    for node in tree.body:
        if isinstance(node, ast.ImportFrom) and (node.level or node.module == "math"):
            names |= {alias.asname or alias.name for alias in node.names if not alias.name.isupper()}
    return names


def body_without_docstring(node: ast.Module | ast.FunctionDef) -> list[ast.stmt]:
    return node.body[1:] if ast.get_docstring(node, clean=False) is not None else node.body


def is_typing_block(node: ast.stmt) -> bool:
    return isinstance(node, ast.If) and isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING"


def name_of(node: ast.AST) -> str:
    return NAMES.get(type(node), type(node).__name__.lower())


def import_faults(node: ast.Import | ast.ImportFrom) -> Iterator[tuple[int, str]]:
    if isinstance(node, ast.Import):
        yield node.lineno, "import of a whole module"
    elif not node.level and node.module not in IMPORTS:
        yield node.lineno, f"absolute import of {node.module}"
    elif any(alias.name == "*" for alias in node.names) or node.module is None:
        yield node.lineno, "import of a whole module"


def table_faults(node: ast.Assign | ast.AnnAssign, functions: set[str]) -> Iterator[tuple[int, str]]:
    if isinstance(node.value, ast.List):
        yield node.lineno, "a list at the top"
    for child in ast.walk(node):
        if isinstance(child, NOWHERE):
            yield node.lineno, name_of(child)
    for child in walk_values(node.value):
        yield from function_value_faults(child, functions)
        yield from number_faults(child)


def function_faults(function: ast.FunctionDef, functions: set[str]) -> Iterator[tuple[int, str]]:
    arguments = function.args
    if arguments.vararg or arguments.kwarg or arguments.kwonlyargs or arguments.posonlyargs:
        yield function.lineno, "an argument that is not plain"
    if arguments.defaults:
        yield function.lineno, "a default value"
    if function.decorator_list:
        yield function.lineno, "a decorator"
    for argument in arguments.args:
        yield from function_value_faults(argument, functions)
    yield from list_faults(function)
    for statement in body_without_docstring(function):
        for node in walk_values(statement):
            line = getattr(node, "lineno", statement.lineno)
            if not isinstance(node, IN_FUNCTIONS):
                yield line, name_of(node)
            elif isinstance(node, ast.Call):
                yield from call_faults(node, functions)
            elif isinstance(node, ast.Compare) and any(isinstance(o, ast.Is | ast.IsNot) for o in node.ops):
                yield line, "is"
            elif isinstance(node, ast.Constant) and not isinstance(node.value, int | float):
                yield line, "a string" if isinstance(node.value, str) else repr(node.value)
            yield from function_value_faults(node, functions)
            yield from number_faults(node)


def list_faults(function: ast.FunctionDef) -> Iterator[tuple[int, str]]:
    """A list stays in the function that makes it and those that it calls: nobody else would free it."""
    lists = set()
    for node in ast.walk(function):
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.List):
            lists |= {target.id for target in node.targets if isinstance(target, ast.Name)}
        if isinstance(node, ast.Attribute) and node.attr in STACK and isinstance(node.value, ast.Name):
            lists.add(node.value.id)
    for node in ast.walk(function):
        if isinstance(node, ast.Return):
            parts = node.value.elts if isinstance(node.value, ast.Tuple) else [node.value]
            if any(isinstance(part, ast.List) or getattr(part, "id", "") in lists for part in parts):
                yield node.lineno, "a list returned"


def call_faults(call: ast.Call, functions: set[str]) -> Iterator[tuple[int, str]]:
    if call.keywords:
        yield call.lineno, "a keyword in a call"
    if isinstance(call.func, ast.Name):
        if call.func.id not in functions | BUILTINS:
            yield call.lineno, f"a call of {call.func.id}, which is no function of a kernel"
    elif not (isinstance(call.func, ast.Attribute) and call.func.attr in STACK):
        yield call.lineno, "a call of something that is not a name"


def function_value_faults(node: ast.AST, functions: set[str]) -> Iterator[tuple[int, str]]:
    """A function's name anywhere but before the brackets of a call; :func:`walk_values` leaves those out."""
    if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load) and node.id in functions:
        yield node.lineno, f"the function {node.id} as a value"
    if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store) and node.id in functions:
        yield node.lineno, f"a variable with the name of the function {node.id}"
    if isinstance(node, ast.arg) and node.arg in functions:
        yield node.lineno, f"a variable with the name of the function {node.arg}"


def number_faults(node: ast.AST) -> Iterator[tuple[int, str]]:
    if isinstance(node, ast.Constant) and isinstance(node.value, int) and node.value >= 1 << 63:
        yield node.lineno, "a number beyond 63 bits"


def walk_values(node: ast.AST | None) -> Iterator[ast.AST]:
    """All nodes below and with this one, without annotations and without the names of called functions."""
    if node is None:
        return
    yield node
    for field, value in ast.iter_fields(node):
        called = field == "func" and isinstance(value, ast.Name)
        if field in ("annotation", "returns") or called:
            continue
        for child in value if isinstance(value, list) else [value]:
            if isinstance(child, ast.AST):
                yield from walk_values(child)
