# SPDX-License-Identifier: Apache-2.0
"""Groups of commands of which help needs titles only: a command is imported when it is called."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from importlib import import_module
from typing import Any

import typer
from rich.markup import escape
from typer.core import TyperCommand, TyperGroup
from typer.main import get_command

from isochron.errors import CHECKOUT_CURE, IsochronError
from isochron.paths import INSTALLED
from isochron.terminal import errors

USE = "Run and measure"
MEASURE = "Measure hardware and Linux"
CHECK = "Check"
MAINTAIN = "Keep files current"
"""Headings of the help."""

PLAIN: dict[str, Any] = {
    "rich_markup_mode": "rich",
    "pretty_exceptions_enable": False,
    "add_completion": False,
}
"""What all parts of the command line have."""


def _nothing() -> None:
    pass


@dataclass(frozen=True)
class Entry:
    """A command, before it is imported."""

    title: str
    """What the help of its group says of it."""
    example: str
    code: str | Callable[[], typer.Typer]
    """``module:function`` with what help shows at its end, in the module's ``<FUNCTION>_EPILOG`` or
    ``EPILOG``; of a group what makes it."""
    panel: str | None = None
    """The heading under which the help has it."""
    in_wheel: bool = False
    """Whether it works without a checkout, installed from a wheel."""

    def load(self) -> typer.Typer:
        """Import it, and return its command line."""
        if not isinstance(self.code, str):
            return self.code()
        path, _, function = self.code.partition(":")
        module = import_module(path)
        epilog = getattr(module, "EPILOG", "")
        app = typer.Typer(**PLAIN)
        app.command(epilog=getattr(module, f"{function.upper()}_EPILOG", epilog))(
            getattr(module, function)
        )
        return app


def group(
    entries: Mapping[str, Entry], renamed: Mapping[str, str] | None = None, **options: Any
) -> typer.Typer:
    """Return a command line of several commands.

    Args:
        entries: the commands by their names, in the order of the help.
        renamed: by an old name, what it is today: words that begin with a command's name.
        options: what ``typer.Typer`` takes.
    """

    class Group(TyperGroup):
        def __init__(self, **attributes: Any) -> None:
            super().__init__(**attributes)
            for name, entry in entries.items():
                text = f"{entry.title}\n[dim]{escape(entry.example)}[/]"
                self.add_command(TyperCommand(name, help=text, rich_help_panel=entry.panel))

        def resolve_command(self, context: Any, words: list[str]) -> Any:
            if renamed and words[0] in renamed:
                now = renamed[words[0]]
                warning = f"warning: `isochron {words[0]}` is now `isochron {now}`"
                errors.print(warning, soft_wrap=True, highlight=False)
                words = [*now.split(), *words[1:]]
            name, stub, rest = super().resolve_command(context, words)
            if name and INSTALLED and not entries[name].in_wheel:
                raise IsochronError(
                    f"`{context.command_path} {name}` works on a checkout of the repository, and "
                    f"isochron is installed from a wheel: {CHECKOUT_CURE}"
                )
            return name, get_command(entries[name].load()) if name else stub, rest

    usual = {"no_args_is_help": True, "callback": _nothing, **PLAIN}
    return typer.Typer(cls=Group, **(usual | options))
