"""Write what the page has from Python: the protocol's types and the table of house rules.

python scripts/make_types.py            write web/src/protocol.ts and web/src/options.json
python scripts/make_types.py --check    write nothing; fail if one of them is stale
"""

from __future__ import annotations

import ast
import json
import sys
import types
import typing
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from typing import Any

import msgspec

from speto import records
from speto.analysis import types as analysis
from speto.bots.api import levels
from speto.dummy.options import CHOICES, PRESETS
from speto.dummy.reasons import REASONS
from speto.protocol import messages
from speto.server import shapes

WEB = Path(__file__).resolve().parents[1] / "web" / "src"
HEADER = "// Made by `make types` from {}. Do not edit.\n"
RENAMED = {"Record": "GameRecord", "Table": "TableData"}
"""Names that mean something else in TypeScript, or on the page."""
PLAIN = {str: "string", int: "number", float: "number", bool: "boolean", type(None): "null", Any: "unknown"}
WIDTH = 120


class Writer:
    """Turns the types of one module into TypeScript; those of ``known`` modules are imported."""

    def __init__(self, module: types.ModuleType, known: dict[types.ModuleType, str] | None = None) -> None:
        self.module = module
        self.source = ast.parse(Path(str(module.__file__)).read_text("utf-8"))
        self.known = known or {}
        self.structs = {name: thing for name, thing in vars(module).items() if _is_struct(thing)}
        self.sent_by_page = set(typing.get_args(vars(module).get("FromPage", None)))
        self.unions: dict[str, Any] = {}
        for one in (*self.known, module):
            self.unions |= {name: thing for name, thing in vars(one).items() if _is_union(thing) and name[0].isupper()}
        self.used: set[str] = set()

    def write(self) -> str:
        """The whole file, in the module's order."""
        parts = []
        if hasattr(self.module, "PROTOCOL"):
            parts.append(f"export const PROTOCOL = {self.module.PROTOCOL};\n")
        for node, doc in _with_docs(self.source.body):
            if isinstance(node, ast.ClassDef) and node.name in self.structs:
                parts.append(_comment(ast.get_docstring(node), "") + self.interface(node))
            elif isinstance(node, ast.Assign) and (name := _target(node)) in self.unions:
                union = self.unions.pop(name)  # or it would be named by itself
                parts.append(_comment(doc, "") + _wrapped(f"export type {name} = ", self.name_of(union)))
                self.unions[name] = union
        source = Path(str(self.module.__file__)).relative_to(WEB.parents[1]).as_posix()
        imports = []
        for module, place in self.known.items():
            names = sorted(self.used & {RENAMED.get(name, name) for name in vars(module)})
            if names:
                imports.append(f'import type {{ {", ".join(names)} }} from "{place}";\n')
        return "\n".join([HEADER.format(source), *(["".join(imports)] if imports else []), *parts])

    def interface(self, node: ast.ClassDef) -> str:
        """One struct: an object, or a tuple if it is written as an array."""
        struct, title = self.structs[node.name], RENAMED.get(node.name, node.name)
        config = struct.__struct_config__
        hints = typing.get_type_hints(struct)
        if config.array_like:
            items = ", ".join(f"{name}: {self.name_of(hints[name])}" for name in struct.__struct_fields__)
            return f"export type {title} = [{items}];\n"
        lines = [f"export interface {title} {{\n"]
        if config.tag is not None:
            lines.append(f"  {config.tag_field}: {json.dumps(config.tag)};\n")
        docs = {_target(inner): doc for inner, doc in _with_docs(node.body) if isinstance(inner, ast.AnnAssign)}
        may_lack = config.omit_defaults or struct in self.sent_by_page
        for field in msgspec.structs.fields(struct):
            sign = "?" if (may_lack and not field.required) or field.default is msgspec.UNSET else ""
            lines.append(_comment(docs.get(field.name), "  "))
            lines.append(f"  {field.encode_name}{sign}: {self.name_of(hints[field.name])};\n")
        return "".join(lines) + "}\n"

    def name_of(self, hint: Any) -> str:
        """A Python type in TypeScript."""
        for name, union in self.unions.items():
            if hint == union:
                self.used.add(name)
                return name
        if hint in PLAIN:
            return PLAIN[hint]
        if _is_struct(hint):
            name = str(hint.__name__)
            self.used.add(RENAMED.get(name, name))
            return RENAMED.get(name, name)
        origin, inner = typing.get_origin(hint), [one for one in typing.get_args(hint) if one is not msgspec.UnsetType]
        if origin is typing.Literal:
            return " | ".join(json.dumps(one) for one in inner)
        if origin in (types.UnionType, typing.Union):
            return " | ".join(self.name_of(one) for one in inner)
        if origin is list:
            name = self.name_of(inner[0])
            return f"({name})[]" if " " in name else f"{name}[]"
        if origin is dict:
            return f"Record<{self.name_of(inner[0])}, {self.name_of(inner[1])}>"
        raise TypeError(f"no TypeScript for {hint!r}")


def _is_struct(thing: object) -> bool:
    return isinstance(thing, type) and issubclass(thing, msgspec.Struct) and thing is not msgspec.Struct


def _is_union(thing: object) -> bool:
    return typing.get_origin(thing) in (typing.Literal, types.UnionType, typing.Union)


def _with_docs(body: list[ast.stmt]) -> Iterator[tuple[ast.stmt, str | None]]:
    """Each statement and the text that stands below it."""
    for node, after in zip(body, [*body[1:], None], strict=False):
        is_text = isinstance(after, ast.Expr) and isinstance(after.value, ast.Constant)
        yield node, ast.literal_eval(after.value) if is_text and isinstance(after, ast.Expr) else None


def _target(node: ast.Assign | ast.AnnAssign) -> str:
    target = node.targets[0] if isinstance(node, ast.Assign) else node.target
    return target.id if isinstance(target, ast.Name) else ""


def _comment(text: str | None, indent: str) -> str:
    if not text:
        return ""
    lines = [line.strip() for line in text.partition(">>>")[0].strip().splitlines()]
    if len(lines) == 1:
        return f"{indent}/** {lines[0]} */\n"
    return "".join([f"{indent}/**\n", *(f"{indent} * {line}".rstrip() + "\n" for line in lines), f"{indent} */\n"])


def _wrapped(start: str, members: str) -> str:
    if len(start + members) < WIDTH:
        return f"{start}{members};\n"
    return start.rstrip() + "".join(f"\n  | {member}" for member in members.split(" | ")) + ";\n"


def options() -> str:
    """The house rules: each option's values and rule, each preset in full, and the reasons of refusals."""
    found: dict[str, Any] = {}
    for name, (values, rule) in CHOICES.items():
        is_range = isinstance(values, range)
        found[name] = {"rule": rule, **({"from": values[0], "to": values[-1]} if is_range else {"values": [*values]})}
    presets = {name: asdict(preset) for name, preset in PRESETS.items()}
    reasons = {key: rule for key, rule, _ in REASONS.values()}
    whole = {"options": found, "presets": presets, "reasons": reasons, "levels": levels("dummy")}
    return json.dumps(whole, indent=1, ensure_ascii=False) + "\n"


def main(arguments: list[str]) -> int:
    """Write the files, or with --check say which are stale."""
    stale = []
    known = {messages: "./protocol", records: "./record"}
    texts = {
        "protocol.ts": Writer(messages).write(),
        "record.ts": Writer(records).write(),
        "shapes.ts": Writer(shapes, known).write(),
        "analysis.ts": Writer(analysis, {messages: "./protocol"}).write(),
        "options.json": options(),
    }
    for path, text in ((WEB / name, text) for name, text in texts.items()):
        if path.is_file() and path.read_text("utf-8") == text:
            continue
        stale.append(path.relative_to(WEB.parents[1]).as_posix())
        if "--check" not in arguments:
            path.write_text(text, "utf-8")
    if "--check" in arguments and stale:
        print(f"stale: {', '.join(stale)}; run `make types`")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
