# SPDX-License-Identifier: Apache-2.0
"""Everything that is generated from the register descriptions: those of ``hardware/registers`` and
those of systems.

Each ``NAME.rdl`` becomes a header of plain constants for C and assembler, a SystemVerilog package
with the decoder's constants, and a Markdown page. The generated files are committed, so that users
of the hardware or of the kernel files need none of this; ``isochron generate --check`` (and a test)
tells when one is stale.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from systemrdl.compiler import RDLCompiler
from systemrdl.node import AddressableNode, AddrmapNode, FieldNode, RegfileNode, RegNode
from systemrdl.rdltypes.user_enum import UserEnum

from isochron.paths import ROOT

_COMMAND = "`isochron generate registers`"
OPERATION_STRIDE = 0x400
"""Bytes between two operations of a command window."""
WINDOW_SIZE = 0x10000
"""Bytes between the two command windows, and between them and the registers."""


@dataclass(frozen=True)
class Target:
    """One description and the files that come from it."""

    rdl: Path
    constants: Path
    package: Path
    page: Path


def _target(rdl: str, *, headers: str, prefix: str, rtl: str, page: str) -> Target:
    """Return where the files of a description are, which is a file of the hardware's folder."""
    return Target(
        rdl=ROOT / f"hardware/registers/{rdl}.rdl",
        constants=ROOT / headers / f"{prefix}_constants.h",
        package=ROOT / rtl / f"{prefix}_registers_pkg.sv",
        page=ROOT / "docs/reference" / page,
    )


def _of_system(folder: Path, name: str) -> Target:
    """Return where the files of a system's description are: but for the page in its folder."""
    return Target(
        rdl=folder / f"registers/{name}.rdl",
        constants=folder / f"firmware/include/isochron_{name}_constants.h",
        package=folder / f"rtl/isochron_{name}_registers_pkg.sv",
        page=ROOT / f"docs/reference/{name.replace('_', '-')}-registers.md",
    )


_KERNEL = "firmware/kernel/include"
TARGETS = (
    _target(
        "isochron",
        headers=_KERNEL,
        prefix="isochron",
        rtl="hardware/rtl/kernel",
        page="registers.md",
    ),
    _target(
        "trace",
        headers=_KERNEL,
        prefix="isochron_trace",
        rtl="hardware/rtl/kernel",
        page="trace-words.md",
    ),
    _target(
        "soc",
        headers="firmware/board/include",
        prefix="soc",
        rtl="hardware/soc",
        page="soc-registers.md",
    ),
    _target(
        "contexts",
        headers=_KERNEL,
        prefix="isochron_contexts",
        rtl="hardware/rtl/contexts",
        page="contexts-registers.md",
    ),
    *(
        _of_system(rdl.parents[1], rdl.stem)
        for rdl in sorted(ROOT.glob("systems/*/registers/*.rdl"))
    ),
)


def generate(target: Target) -> dict[Path, str]:
    """Return the text of every file that comes from one description."""
    top = compiled(target.rdl)
    return {
        target.constants: _constants(top, target.rdl),
        target.package: _package(top, target.rdl, target.package.stem),
        target.page: _page(top, target.rdl),
    }


def texts(targets: tuple[Target, ...] = TARGETS) -> dict[Path, str]:
    """Return the text of every generated file."""
    return {path: text for target in targets for path, text in generate(target).items()}


def commands(rdl: Path) -> dict[tuple[str, str], str]:
    """Return when a command requests a switch, by window ("task", "isr") and name."""
    return {
        (group.inst_name, reg.inst_name): reg.get_property("yields_when")
        for group in _groups(compiled(rdl))
        if _is_window(group)
        for reg, _ in _registers(group)
    }


@dataclass(frozen=True)
class Field:
    """Bits of a register."""

    lsb: int
    width: int

    def of(self, word: int) -> int:
        """Return what a word has there."""
        return word >> self.lsb & (1 << self.width) - 1


def fields(rdl: Path, register: str) -> dict[str, Field]:
    """Return the fields of a register by name."""
    (description,) = (
        reg
        for group in _groups(compiled(rdl))
        for reg, _ in _registers(group)
        if reg.inst_name == register
    )
    return {field.inst_name: Field(field.lsb, field.width) for field in description.fields()}


def codes(rdl: Path) -> dict[str, dict[str, int]]:
    """Return the codes of each enumeration by name."""
    return {
        name: {member.name: member.value for member in enum.__members__.values()}
        for name, enum in _enums(compiled(rdl)).items()
    }


def compiled(rdl: Path) -> AddrmapNode:
    """Return the elaborated description of a file."""
    compiler = RDLCompiler()
    compiler.compile_file(str(rdl))
    return compiler.elaborate().top


def _groups(top: AddrmapNode) -> list[RegfileNode]:
    return [child for child in top.children(unroll=False) if isinstance(child, RegfileNode)]


def _registers(group: AddressableNode) -> Iterator[tuple[RegNode, int]]:
    """Yield each register of a group (an array once) with its byte offset from the base."""
    for reg in group.children(unroll=False):
        if isinstance(reg, RegNode):
            yield reg, reg.raw_absolute_address


def _is_window(group: RegfileNode) -> bool:
    """Whether the group's registers are commands, one array of identifiers each."""
    return all(reg.is_array and reg.size == 4 for reg, _ in _registers(group)) and (
        next(_registers(group))[0].get_property("yields_when", default=None) is not None
    )


def _operation(offset: int) -> int:
    return offset % WINDOW_SIZE // OPERATION_STRIDE


def _operations(top: AddrmapNode) -> dict[str, int]:
    return {
        reg.inst_name: _operation(offset)
        for group in _groups(top)
        if _is_window(group)
        for reg, offset in _registers(group)
    }


def _enums(top: AddrmapNode) -> dict[str, type[UserEnum]]:
    enums: dict[str, type[UserEnum]] = {}
    for field in top.descendants(unroll=False):
        encoding = field.get_property("encode") if isinstance(field, FieldNode) else None
        if encoding is not None:
            enums[encoding.type_name] = encoding
    return enums


def _constants(top: AddrmapNode, rdl: Path) -> str:
    name = top.inst_name.upper()
    lines = [
        f"/* Generated from {rdl.relative_to(ROOT)} by {_COMMAND}. Do not edit. */",
        # REUSE-IgnoreStart
        "/* SPDX-License-Identifier: Apache-2.0 */",
        # REUSE-IgnoreEnd
        "#pragma once",
        "",
        "/* Plain constants, for C and for assembler. Offsets are bytes from the base address. */",
    ]
    stride = top.get_property("notification_stride", default=None)
    if stride is not None:
        lines.append(f"#define {name}_NOTIFICATION_STRIDE {stride:#x}")
    for encoding in _enums(top).values():
        prefix = encoding.type_name.removesuffix("_e").upper()
        members = encoding.__members__.values()
        lines += [f"#define {name}_{prefix}_{member.name} {member.value}" for member in members]
    for group in _groups(top):
        if group.is_array:
            stride = group.array_stride
            lines.append(f"#define {name}_{group.inst_name.upper()}_STRIDE {stride:#x}")
        for reg, offset in _registers(group):
            prefix = f"{name}_{group.inst_name.upper()}_" if _qualified(top, group) else f"{name}_"
            register = f"{prefix}{reg.inst_name.upper()}"
            lines.append(f"#define {register}_OFFSET {offset:#07x}")
            if not _is_window(group):
                lines += _field_constants(register, reg)
    return "\n".join([*lines, ""])


def _field_constants(register: str, reg: RegNode) -> Iterator[str]:
    """Yield what C needs of a register's fields; nothing of one that is all of its register."""
    for field in reg.fields():
        name = f"{register}_{field.inst_name.upper()}"
        if field.width < reg.size * 8:
            yield f"#define {name}_MASK {(1 << field.width) - 1 << field.low:#x}"
            yield f"#define {name}_SHIFT {field.low}"
        reset = field.get_property("reset")
        if reset:
            yield f"#define {name}_RESET {reset:#x}"


def _camel(name: str) -> str:
    return "".join(part.capitalize() for part in name.split("_"))


def _package(top: AddrmapNode, rdl: Path, package: str) -> str:
    lines = [
        f"// Generated from {rdl.relative_to(ROOT)} by {_COMMAND}. Do not edit.",
        # REUSE-IgnoreStart
        "// SPDX-License-Identifier: Apache-2.0",
        # REUSE-IgnoreEnd
        f"package {package};",
        "  /* verilator lint_off UNUSEDPARAM */",
    ]
    for encoding in _enums(top).values():
        prefix = _camel(encoding.type_name.removesuffix("_e"))
        lines.append(f"  typedef enum logic [3:0] {{  // {encoding.type_name}")
        members = [
            f"    {prefix}{_camel(member.name.lower())} = 4'd{member.value}"
            for member in encoding.__members__.values()
        ]
        lines += [",\n".join(members), f"  }} {encoding.type_name};", ""]
    operations = _operations(top)
    if operations:
        lines.append("  // Op: bits 15:10 of a command's offset. Work: no store asks for it.")
        lines.append("  typedef enum logic [5:0] {")
        members = [f"    Op{_camel(name)} = 6'd{code}" for name, code in operations.items()]
        members += [
            f"    // {entry.rdl_desc}\n    Work{_camel(entry.name)} = 6'd{entry.value}"
            for entry in top.get_property("work", default=[])
        ]
        lines += [",\n".join(members), "  } operation_e;", ""]
    for group in _groups(top):
        if _is_window(group):
            mask = sum(1 << _operation(offset) for _, offset in _registers(group))
            name = _camel(group.inst_name)
            lines += [
                f"  // Bit n: operation n exists in the window '{group.inst_name}'.",
                f"  parameter logic [63:0] {name}Operations = 64'h{mask:016X};",
                "",
            ]
            continue
        lines.append(f"  // Byte offsets and fields of '{group.inst_name}'.")
        if group.is_array:
            stride = f"32'h{group.array_stride:05X}"
            lines.append(f"  parameter int unsigned {_camel(group.inst_name)}Stride = {stride};")
        for reg, offset in _registers(group):
            register = _register_name(top, group, reg)
            lines.append(f"  parameter int unsigned {register} = 32'h{offset:05X};")
            for field in reg.fields():
                name = f"{register}{_camel(field.inst_name)}"
                if field.lsb or len(reg.fields()) > 1:  # else it is the register
                    lines.append(f"  parameter int unsigned {name}Lsb = {field.lsb};")
                reset = field.get_property("reset")
                if reset:
                    bits = f"[{field.width - 1}:0]"
                    lines.append(
                        f"  parameter logic {bits} {name}Reset = {field.width}'h{reset:X};"
                    )
        lines.append("")
    return "\n".join([*lines, "  /* verilator lint_on UNUSEDPARAM */", "endpackage", ""])


def _qualified(top: AddrmapNode, group: RegfileNode) -> bool:
    """Whether a register's name needs its group's: not for the only group of registers."""
    return _is_window(group) or sum(not _is_window(g) for g in _groups(top)) > 1


def _register_name(top: AddrmapNode, group: RegfileNode, reg: RegNode) -> str:
    qualifier = _camel(group.inst_name) if _qualified(top, group) else ""
    return f"Reg{qualifier}{_camel(reg.inst_name)}"


def _page(top: AddrmapNode, rdl: Path) -> str:
    lines = [
        f"<!-- Generated from {rdl.relative_to(ROOT)} by {_COMMAND}. Do not edit. -->",
        f"# {top.get_property('name')}: registers",
        "",
    ]
    for group in _groups(top):
        lines += [f"## `{group.inst_name}`, at {group.raw_absolute_address:#07x}", ""]
        text = group.get_property("desc", default=None)
        if text:
            lines += [text, ""]
        lines += _command_rows(group) if _is_window(group) else _register_rows(group)
        lines.append("")
    for encoding in _enums(top).values():
        lines += [f"## Codes of `{encoding.type_name}`", ""]
        lines += ["| code | name | meaning |", "|---|---|---|"]
        lines += [
            f"| {member.value} | `{member.name}` | {member.rdl_desc} |"
            for member in encoding.__members__.values()
        ]
        lines.append("")
    return "\n".join(lines)


def _command_rows(group: RegfileNode) -> list[str]:
    rows = [
        "A store to `offset + 4 * id` is the command.",
        "",
        "| offset | operation | command | what it does | requests a switch when |",
        "|---|---|---|---|---|",
    ]
    for reg, offset in _registers(group):
        text = reg.get_property("desc", default="as in the window of tasks")
        title = reg.get_property("name")
        rows.append(
            f"| {offset:#07x} | {_operation(offset)} | `{reg.inst_name}` | {title}. {text} "
            f"| {reg.get_property('yields_when')} |"
        )
    return rows


def _register_rows(group: RegfileNode) -> list[str]:
    rows = ["| offset | register | access | bits | field | meaning |", "|---|---|---|---|---|---|"]
    for reg, offset in _registers(group):
        name = reg.inst_name
        if reg.array_dimensions is not None:
            name += f"[{reg.array_dimensions[0]}]"
        about = reg.get_property("desc", default="")
        for index, field in enumerate(reversed(list(reg.fields()))):
            bits = f"{field.high}:{field.low}" if field.width > 1 else str(field.low)
            first = f"{about} " if index == 0 and about else ""
            rows.append(
                f"| {offset:#07x} | `{name}` | {field.get_property('sw').name} | {bits} | "
                f"`{field.inst_name}` | {first}{field.get_property('desc', default='')} |"
            )
    return rows
