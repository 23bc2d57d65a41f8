"""Kernels compiled by Numba. This file knows no game.

A kernel is plain Python. Its compiled form is its *twin*: importing ``speto_fast.dummy.kernel.legal``
executes the source of ``speto.dummy.kernel.legal`` once more, in a module of that name, with every function
compiled. Kernels import each other relatively, so twins meet only twins.

    >>> from speto import compiled
    >>> bits = compiled.load("kit").bits if compiled.available() else None

The modules that have twins are listed, as units, in :mod:`speto.units`. Compiled code is kept in a folder
named by a hash over all of them; ``python -m speto.compiled`` fills it, which takes some seconds once.
"""

from __future__ import annotations

import functools
import hashlib
import importlib.util
import os
import struct
import sys
import time
from collections.abc import Callable, Sequence
from importlib import import_module
from importlib.machinery import ModuleSpec
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import TYPE_CHECKING, Any, NamedTuple

from speto.kit import cache
from speto.kit.fields import Fields, check_fields

if TYPE_CHECKING:
    from subprocess import Popen

    import numpy as np

MARKER = "warm"
# What changes the code that Numba makes, though not the source.
NUMBA_SETTINGS = (
    "NUMBA_BOUNDSCHECK",
    "NUMBA_OPT",
    "NUMBA_CPU_NAME",
    "NUMBA_CPU_FEATURES",
    "NUMBA_ENABLE_AVX",
    "NUMBA_LOOP_VECTORIZE",
    "NUMBA_SLP_VECTORIZE",
    "NUMBA_DEBUGINFO",
)


class Unit(NamedTuple):
    """Modules that are compiled together.

    ``modules`` are full names, each after those that it imports. ``warm``, if given, names a function as
    ``"speto.dummy.warm:warm"``; it is called with what :func:`load` returns for this unit, and calls every
    entry with arguments of the very types that are used later.
    """

    name: str
    modules: tuple[str, ...]
    warm: str = ""


def available() -> bool:
    """Whether kernels can be compiled: Numba is installed, and SPETO_KERNEL is not ``plain``.

    Does not import Numba.
    """
    if os.environ.get("SPETO_KERNEL") == "plain" or os.environ.get("NUMBA_DISABLE_JIT", "0") not in ("", "0"):
        return False
    return importlib.util.find_spec("numba") is not None


class Twins:
    """The compiled twins of a package's kernels, importable below another name.

    ``package`` lists its units in ``<package>.units.UNITS``; its sources are in the folder ``home``. Twins
    are found below ``root`` once this object is on ``sys.meta_path``.
    """

    def __init__(self, package: str, root: str, home: Path) -> None:
        self.package = package
        self.root = root
        self.home = home

    @functools.cached_property
    def units(self) -> dict[str, Unit]:
        """The units by name. Raises ValueError if they are not well formed."""
        units: dict[str, Unit] = {}
        for unit in import_module(f"{self.package}.units").UNITS:
            names = [module.rpartition(".")[2] for module in unit.modules]
            if unit.name in units:
                raise ValueError(f"two units are called {unit.name!r}.")
            if len(set(names)) < len(names):
                raise ValueError(f"the unit {unit.name!r} has two modules of the same last name.")
            for module in unit.modules:
                if not module.startswith(f"{self.package}.") or not self.path(module).is_file():
                    raise ValueError(f"the unit {unit.name!r} lists {module}, but there is no such file.")
            units[unit.name] = unit
        return units

    def path(self, module: str) -> Path:
        """The file of a module of the package."""
        return self.home.joinpath(*module.split(".")[1:]).with_suffix(".py")

    @functools.cached_property
    def sources(self) -> dict[str, bytes]:
        """Every kernel's source by its module's name, read once: what is hashed is what is compiled."""
        modules = {module for unit in self.units.values() for module in unit.modules}
        return {module: self.path(module).read_bytes() for module in sorted(modules)}

    @functools.cached_property
    def build(self) -> str:
        """What compiled code depends on apart from the sources, as text."""
        from importlib.metadata import PackageNotFoundError, version

        lines = [f"python {sys.implementation.name} {sys.version}", f"cpu {_cpu()}"]
        for package in ("numba", "llvmlite", "numpy"):
            try:
                lines.append(f"{package} {version(package)}")
            except PackageNotFoundError:
                lines.append(f"{package} unknown")
        lines += [f"{name} {os.environ[name]}" for name in NUMBA_SETTINGS if name in os.environ]
        return "\n".join(lines)

    @functools.cached_property
    def digest(self) -> str:
        """The name of the cache folder: a hash over everything that compiled code depends on.

        That is all modules of all units, since Numba itself watches the file of a function, not those of what
        it calls; how they are compiled; and what is called to warm the cache.
        """
        parts = {"build": self.build.encode(), "twin": Path(__file__).with_name("twin.py").read_bytes()}
        parts |= self.sources
        for unit in self.units.values():
            if unit.warm:
                parts[unit.warm] = self.path(unit.warm.partition(":")[0]).read_bytes()
        total = hashlib.sha256()
        for name, part in parts.items():
            total.update(f"{name} {len(part)}\n".encode() + part)
        return total.hexdigest()[:32]

    @functools.cached_property
    def folder(self) -> Path:
        """Where compiled code is kept; made if need be."""
        return cache.find_folder(self.digest, MARKER) or cache.make_folder(self.digest)

    def find_spec(self, fullname: str, path: Any, target: Any = None) -> ModuleSpec | None:
        """A twin, or an empty package on the way to one. Raises ImportError for all else under the root."""
        if fullname != self.root and not fullname.startswith(f"{self.root}."):
            return None
        source = self.package + fullname[len(self.root) :]
        package = fullname == self.root or any(module.startswith(f"{source}.") for module in self.sources)
        if not package and source not in self.sources:
            raise ImportError(
                f"{source} has no compiled twin: it is in no unit of {self.package}.units.", name=fullname
            )
        return ModuleSpec(fullname, self, is_package=package)  # type: ignore[arg-type]

    def create_module(self, spec: ModuleSpec) -> None:
        """Leave the making of the module to Python."""

    def exec_module(self, module: ModuleType) -> None:
        """Fill a twin. Raises ImportError, with a sentence, if kernels cannot be compiled here."""
        if not available():
            raise ImportError(
                "Kernels cannot be compiled: Numba is not installed (pip install 'speto[fast]'), "
                "or the environment says SPETO_KERNEL=plain or NUMBA_DISABLE_JIT=1."
            )
        source = self.package + module.__name__[len(self.root) :]
        if source in self.sources:
            from speto import twin

            relative = source.partition(".")[2]
            twin.build(module, relative, self.sources[source], self.path(source), self.folder)

    def load(self, name: str) -> SimpleNamespace:
        """The twins of a unit's modules, each under the last part of its name.

        Raises ValueError if there is no such unit, ImportError if kernels cannot be compiled here.
        """
        if name not in self.units:
            raise ValueError(f"there is no unit {name!r}; the units are {', '.join(self.units)}.")
        twins = SimpleNamespace()
        for module in self.units[name].modules:
            setattr(twins, module.rpartition(".")[2], import_module(self.root + module[len(self.package) :]))
        cache.use(self.folder)
        return twins

    def missed(self) -> list[str]:
        """The functions, with types, that this process had to compile, since the cache did not hold them."""
        from speto import twin

        names = [self.root + source[len(self.package) :] for source in self.sources]
        return [line for name in names if name in sys.modules for line in twin.missed(sys.modules[name])]

    def is_warm(self) -> bool:
        """Whether the cache holds everything that :meth:`warm` compiles. Does not import Numba."""
        return available() and cache.find_folder(self.digest, MARKER) is not None

    def warm(self) -> None:
        """Compile everything into the cache, unless it is there. A second process waits for the first.

        Raises ImportError if kernels cannot be compiled here.
        """
        with cache.locked(self.folder / "warming.lock"):
            if self.is_warm():
                return
            for unit in self.units.values():
                twins = self.load(unit.name)
                if unit.warm:
                    module, _, function = unit.warm.partition(":")
                    getattr(import_module(module), function)(twins)
            cache.write_whole(self.folder / MARKER, f"{self.build}\n")
        cache.prune(self.folder)


def _cpu() -> str:
    """The processor and what it can do, as far as Python can tell without Numba."""
    lines = [os.environ.get("PROCESSOR_IDENTIFIER", "") if sys.platform == "win32" else os.uname().machine]
    try:
        with Path("/proc/cpuinfo").open(encoding="utf-8", errors="replace") as file:
            for line in file:
                if not line.strip():
                    break  # one core is enough
                if line.partition(":")[0].strip() in ("model name", "flags", "Features", "CPU part"):
                    lines.append(" ".join(line.split()))
    except OSError:
        pass
    return "; ".join(lines)


SPETO = Twins("speto", "speto_fast", Path(__file__).parent)
sys.meta_path.append(SPETO)

load = SPETO.load
is_warm = SPETO.is_warm
warm = SPETO.warm
missed = SPETO.missed


def warm_in_background() -> Popen[bytes]:
    """Start a process of low priority that fills the cache; :func:`is_warm` turns true when it is done.

    Compiling holds the interpreter's lock, so a process that serves people leaves it to another.
    """
    from subprocess import DEVNULL, Popen

    command = [sys.executable, "-m", "speto.compiled", "--background"]
    return Popen(command, stdin=DEVNULL, stdout=DEVNULL, stderr=DEVNULL)


# The widths of fields as the struct module calls them.
CODES = {"i1": "b", "i2": "h", "i4": "i", "i8": "q"}


@functools.cache
def dtype_of(fields: Fields) -> np.dtype[np.void]:
    """The NumPy dtype of a state: one array of it is a batch of states, ``array[i]`` a record.

    Raises ValueError if the table is faulty.

    >>> dtype_of((("turn", 1, "i1"), ("hand", 4, "i8"))).itemsize
    40
    """
    import numpy as np

    check_fields(fields)
    table = [(name, width) if length == 1 else (name, width, (length,)) for name, length, width in fields]
    return np.dtype(table, align=True)


@functools.cache
def converters(cls: Any) -> tuple[Callable[[Any, Any, int], None], Callable[[Any, int], Any]]:
    """``to_record(state, array, i)`` and ``from_record(array, i)`` for a class that ``plain_class`` made.

    Both are written out from the table. They raise ValueError for an array of another dtype, ``struct.error``
    for a number that does not fit its field or an index that the array does not have.

    >>> import numpy as np
    >>> from speto.kit.fields import plain_class
    >>> Pot = plain_class((("turn", 1, "i1"), ("hand", 4, "i8")), "Pot")
    >>> to_record, from_record = converters(Pot)
    >>> pots = np.zeros(2, dtype_of(Pot.FIELDS))
    >>> pot = Pot()
    >>> pot.hand[3] = 1 << 51
    >>> to_record(pot, pots, 1)
    >>> from_record(pots, 1) == pot
    True
    """
    dtype = dtype_of(cls.FIELDS)
    assert dtype.fields is not None
    layout, end, at, packed, unpacked = "=", 0, 0, [], []
    for name, length, width in cls.FIELDS:
        start = dtype.fields[name][1]
        layout += f"{start - end}x{length}{CODES[width]}"
        end = start + length * int(width[1])
        packed.append(f"g.{name}" if length == 1 else f"*g.{name}")
        unpacked.append(f"g.{name} = " + (f"v[{at}]" if length == 1 else f"[*v[{at}:{at + length}]]"))
        at += length
    record = struct.Struct(f"{layout}{dtype.itemsize - end}x")
    lines = [
        "def to_record(g, array, i):",
        "    check(array)",
        f"    pack_into(array, i * {record.size}, {', '.join(packed)})",
        "def from_record(array, i):",
        "    check(array)",
        f"    v = unpack_from(array, i * {record.size})",
        "    g = blank(cls)",
        *(f"    {line}" for line in unpacked),
        "    return g",
    ]

    def check(array: Any) -> None:
        if array.dtype != dtype:
            raise ValueError(f"the array's records are not those of {cls.__name__}.")

    space: dict[str, Any] = {
        "check": check,
        "pack_into": record.pack_into,
        "unpack_from": record.unpack_from,
        "blank": object.__new__,
        "cls": cls,
    }
    exec("\n".join(lines), space)
    return space["to_record"], space["from_record"]


def main(arguments: Sequence[str]) -> int:
    """Fill the cache; 0 if all is compiled, 1 with a sentence if not."""
    if "--background" in arguments and hasattr(os, "nice"):
        os.nice(10)
    start = time.monotonic()
    try:
        warm()
    except (ImportError, OSError) as error:
        sys.stderr.write(f"{error}\n")
        return 1
    sys.stdout.write(f"Compiled in {time.monotonic() - start:.1f} s: {SPETO.folder}\n")
    return 0


if __name__ == "__main__":
    from speto.compiled import main as real_main  # not this copy, which Python calls __main__

    raise SystemExit(real_main(sys.argv[1:]))
