# SPDX-License-Identifier: Apache-2.0
"""Tells VS Code how to build, run and debug a project: what `isochron new` writes into .vscode.

Debugging is by the extension of Eclipse CDT's GDB adapter (type ``gdbtarget``) and the server of
`isochron run --gdb`, so tasks are threads of the editor.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from isochron.paths import ROOT

EXTENSION = "eclipse-cdt.cdt-gdb-vscode"
PORT = 3333
_WAITING = "waiting for GDB"
"""What `isochron run --gdb` prints when a debugger may come."""
_SCRIPT = ROOT / "firmware/tools/isochron_gdb.py"
"""By which a watch shows what is in hardware."""


@dataclass(frozen=True)
class Choice:
    """A preset of CMake, and the options of `isochron run` for what it builds."""

    preset: str
    options: tuple[str, ...]


def settings(name: str, choices: Iterable[Choice]) -> dict[str, object]:
    """Return the contents of the files of .vscode, by their names, for a program's presets."""
    tasks: list[object] = []
    launches: list[object] = []
    for choice in choices:
        program = f"build/{choice.preset}/{name}"
        run = [program, *choice.options]
        tasks += [
            {
                "label": f"build {choice.preset}",
                "type": "shell",
                "command": f"cmake --preset {choice.preset} && "
                f"cmake --build --preset {choice.preset}",
                "group": "build",
                "problemMatcher": "$gcc",
            },
            {
                "label": f"run {choice.preset}",
                "type": "process",
                "command": "isochron",
                "args": ["run", *run],
                "dependsOn": f"build {choice.preset}",
                "problemMatcher": [],
            },
            {
                "label": f"debug {choice.preset}",
                "type": "process",
                "command": "isochron",
                "args": ["run", *run, "--gdb", f":{PORT}"],
                "dependsOn": f"build {choice.preset}",
                "isBackground": True,
                "problemMatcher": {
                    "pattern": {"regexp": "^error: (.*)$", "message": 1, "kind": "file"},
                    "background": {
                        "activeOnStart": True,
                        "beginsPattern": "^building",
                        "endsPattern": _WAITING,
                    },
                },
            },
        ]
        launches.append(
            {
                "name": f"{name} on {choice.preset}",
                "type": "gdbtarget",
                "request": "attach",
                "program": f"${{workspaceFolder}}/{program}",
                "gdb": "gdb-multiarch",
                "initCommands": [f"source {_SCRIPT}"],
                "target": {"type": "remote", "host": "localhost", "port": str(PORT)},
                "preLaunchTask": f"debug {choice.preset}",
            }
        )
    return {
        "tasks.json": {"version": "2.0.0", "tasks": tasks},
        "launch.json": {"version": "0.2.0", "configurations": launches},
        "extensions.json": {"recommendations": [EXTENSION]},
    }
