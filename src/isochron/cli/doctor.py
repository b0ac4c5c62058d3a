# SPDX-License-Identifier: Apache-2.0
"""`isochron doctor`"""

import typer
from rich.markup import escape

from isochron import doctor as examination
from isochron.errors import EXIT_TOOL_MISSING
from isochron.terminal import console, errors, new_table


def doctor() -> None:
    """Say which tools are there, in which version, and what to do about the others."""
    findings = examination.examine()
    shown = new_table("", "", "what", "for", "version")
    for finding in findings:
        mark = "[green]ok[/]" if finding.good else "[bold red]missing[/]"
        shown.add_row(mark, finding.name, finding.purpose, finding.version or "")
    console.print(shown)
    wrong = [finding for finding in findings if not finding.good]
    for finding in wrong:
        errors.print(f"[bold red]{escape(finding.name)}:[/] {escape(finding.cure)}", soft_wrap=True)
    if wrong:
        raise typer.Exit(EXIT_TOOL_MISSING)
    console.print("All is there.")
