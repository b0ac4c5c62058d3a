# SPDX-License-Identifier: Apache-2.0
"""Whether a file of plain Verilog is equivalent to its source."""

import json
import re
from collections.abc import Mapping
from pathlib import Path

from isochron.building import plain_verilog, verilator, yosys
from isochron.synth.configurations import CONFIGURATIONS, Design

_GENERATED = re.compile(r"(^|\.)_\d+_$")
"""A name that Yosys made up for the file. As a second name of a net of the source it hides that
one, and what reads the net is not proven."""


def equivalent_bits(
    name: str, tasks: int, folder: Path, sizes: Mapping[str, int] | None = None, *, anything: bool
) -> int:
    """Prove that a configuration's file does what its source does; return how many bits it has.

    By SAT, net by net: all that have a name in the source, all that is stored among them.

    Args:
        sizes: parameters in place of the configuration's.
        anything: what the source leaves undefined may be anything in the file; or the source has
            there what the converter chooses, too, which is proven five times as fast.
    """
    configuration = CONFIGURATIONS[name]
    width = next(iter(configuration.widths), None)
    parameters = Design(configuration, tasks, width).parameters() | dict(sizes or {})
    assert configuration.module
    plain = plain_verilog.convert(configuration.module, configuration.sources(), parameters)
    (folder / "plain.v").write_text(plain)
    words = [f"-G {name}={value}" for name, value in parameters.items()]
    words += [f"-I {path}" for path in verilator.include_folders(configuration.sources())]
    words += ["--keep-hierarchy", "--ignore-assertions", *map(str, configuration.sources())]
    readers = {
        "source": f"read_slang --top {configuration.module} {' '.join(words)}",
        "file": "read_verilog -D SYNTHESIS plain.v",
    }
    named = {
        name: _flat(name, configuration.module, read, folder) for name, read in readers.items()
    }
    assert named["source"] <= named["file"], "a net of the source has another name in the file"
    log = yosys.run(
        *("read_json source.json", "read_json file.json"),
        *(() if anything else ("opt_expr -mux_undef", "opt_clean")),
        *("equiv_make source file both", "hierarchy -top both", "opt_clean"),
        *(f"equiv_simple -short {'-undef' if anything else ''}", "equiv_status -assert"),
        folder=folder,
    )
    (bits,) = re.findall(r"Of those cells (\d+) are proven and 0 are unproven", log)
    return int(bits)


def _flat(name: str, top: str, read: str, folder: Path) -> set[str]:
    """Write a design as one module, ``name``.json, with registers for memory; return its nets.

    A net of an instance in a generate block has the same name in both designs.
    """
    yosys.run(
        *(read, f"hierarchy -top {top}", "proc", "flatten", "opt_clean", "memory_map"),
        *("async2sync", "opt_clean", "setattr -unset init", f"write_json {name}.json"),
        folder=folder,
    )
    file = folder / f"{name}.json"
    module = json.loads(file.read_text())["modules"][top]
    nets: dict[str, dict[str, object]] = {}
    for net, facts in module["netnames"].items():
        if _GENERATED.search(net):
            continue
        plain = net if facts["hide_name"] else re.sub(r"_+", "_", re.sub(r"\W+", "_", net))
        assert nets.setdefault(plain, facts)["bits"] == facts["bits"], f"two nets {plain}"
    file.write_text(json.dumps({"modules": {name: {**module, "netnames": nets}}}))
    return {net for net, facts in nets.items() if not facts["hide_name"]}
