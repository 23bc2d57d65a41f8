"""How the source of one kernel becomes compiled functions. The only file that imports Numba."""

from __future__ import annotations

import dis
from collections.abc import Callable
from contextlib import AbstractContextManager, suppress
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any

import numpy as np
from numba import njit, types
from numba.core.caching import CompileResultCacheImpl, FunctionCache, _CacheLocator
from numba.extending import lower_builtin, overload, type_callable

from speto.kit.cache import locked


def build(module: ModuleType, relative: str, source: bytes, file: Path, cache: Path) -> None:
    """Execute a kernel's source in this empty module; its functions are compiled when they are first called.

    ``relative`` is the module's name inside its package. Tables, which are tuples of numbers, become constant
    arrays: to index a compiled tuple is to walk a tree of branches. Raises ImportError if one is too large.
    """
    space = module.__dict__
    space["__file__"] = str(file)
    space["__cache__"] = str(cache / relative)
    exec(compile(source, str(file), "exec", dont_inherit=True), space)
    if relative in INLINE:
        INLINE[relative](module)
        return
    for name, value in list(space.items()):
        if isinstance(value, FunctionType) and value.__module__ == module.__name__:
            space[name] = compiled(value)
        elif is_table(value):
            space[name] = constant(value, f"{module.__name__}.{name}")


def compiled(function: FunctionType) -> Any:
    """The function through Numba, with a cache in the folder of its module.

    Arrays and records belong to the caller for the whole of a call, so only functions that make lists, or are
    handed some, need Numba's reference counts. Elsewhere they would take half of a kernel's time.
    """
    makes_lists = any(instruction.opname == "BUILD_LIST" for instruction in dis.get_instructions(function))
    dispatcher = njit(nogil=True, error_model="numpy", _nrt=makes_lists)(function)
    dispatcher._cache = _Cache(function)
    template = dispatcher.get_call_template

    def general(args: Any, kws: Any) -> Any:
        if any(isinstance(arg, types.List) for arg in args):
            dispatcher.targetoptions["_nrt"] = True
        return template(tuple(types.int64 if isinstance(arg, types.Integer) else arg for arg in args), kws)

    # Compiled callers pass every int as int64, be it a literal or an int8: one form of a function, not many.
    dispatcher.get_call_template = general
    return dispatcher


def is_table(value: object) -> bool:
    """Whether this is a tuple of numbers, or of equally long tables."""
    if not isinstance(value, tuple) or not value:
        return False
    if all(type(item) in (int, float, np.int64, np.float64) for item in value):
        return True
    return all(is_table(item) for item in value) and len({np.shape(item) for item in value}) == 1


def constant(table: object, name: str) -> Any:
    """A table as a read-only array of int64, or of float64 if it holds a float."""
    numbers = np.array(table, dtype=object)
    kind = np.float64 if any(isinstance(number, float) for number in numbers.flat) else np.int64
    try:
        array = numbers.astype(kind)
    except OverflowError:
        raise ImportError(f"{name} holds a number beyond 64 bits with a sign.") from None
    array.setflags(write=False)
    return array


def missed(module: ModuleType) -> list[str]:
    """The functions of a built module that this process had to compile, since the cache did not hold them."""
    stats = {name: value.stats for name, value in vars(module).items() if hasattr(value, "py_func")}
    return [
        f"{module.__name__}.{name}{signature}"
        for name, stat in stats.items()
        if stat.cache_path == module.__dict__["__cache__"]
        for signature in stat.cache_misses
    ]


def _inline_bits(module: ModuleType) -> None:
    """Make each of the two functions one instruction; called from the interpreter they stay Python."""

    def typed(_context: Any) -> Callable[[Any], Any]:
        return lambda x: types.int64 if isinstance(x, types.Integer) else None

    def popcount(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        return builder.ctpop(context.cast(builder, args[0], sig.args[0], types.int64))

    def low(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        x = context.cast(builder, args[0], sig.args[0], types.int64)
        return builder.cttz(x, context.get_constant(types.boolean, False))

    for function in (popcount, low):
        python = getattr(module, function.__name__)
        type_callable(python)(typed)
        lower_builtin(python, types.Integer)(function)


def _inline_states(module: ModuleType) -> None:
    """Make a clone one copy of bytes."""

    def clone(states: Any, to: Any, source: Any) -> Any:  # noqa: ARG001
        def copy_record(states: Any, to: Any, source: Any) -> None:
            states[to] = states[source]

        return copy_record

    overload(module.__dict__["clone"])(clone)


INLINE: dict[str, Callable[[ModuleType], None]] = {"kit.bits": _inline_bits, "kit.states": _inline_states}


class _Locator(_CacheLocator):  # type: ignore[misc]
    """Where a function's compiled forms lie: a folder for its module, in the one named by the hash."""

    def __init__(self, py_func: FunctionType, py_file: str) -> None:
        self._py_func = py_func
        self._py_file = py_file

    @classmethod
    def from_function(cls, py_func: FunctionType, py_file: str) -> _Locator:
        return cls(py_func, py_file)

    def get_cache_path(self) -> str:
        return str(self._py_func.__globals__["__cache__"])

    def ensure_cache_path(self) -> None:
        Path(self.get_cache_path()).mkdir(parents=True, exist_ok=True)

    def get_source_stamp(self) -> str:
        return ""  # the folder's name is a hash over all sources; Numba's own stamp would see one file only

    def get_disambiguator(self) -> str:
        return str(self._py_func.__code__.co_firstlineno)


class _Impl(CompileResultCacheImpl):  # type: ignore[misc]
    _locator_classes = (_Locator,)


class _Cache(FunctionCache):  # type: ignore[misc]
    """Numba's cache of one function, safe to share between processes.

    Numba reads a function's index, picks the next free file name, and writes both. Two processes that save
    two signatures at once can pick one name, and then one's code is found under the other's types. So saving
    is done under a lock. Trouble with the files costs a compilation, never a game.
    """

    _impl_class = _Impl

    def _alone(self) -> AbstractContextManager[None]:
        return locked(Path(self.cache_path).parent / "index.lock")

    def save_overload(self, sig: Any, data: Any) -> None:
        with suppress(OSError), self._alone():
            super().save_overload(sig, data)

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        try:
            return super().load_overload(sig, target_context)
        except Exception:  # noqa: BLE001 - whatever a damaged file makes of unpickling
            with suppress(OSError), self._alone():
                self.flush()
            return None
