# SPDX-License-Identifier: Apache-2.0
"""A mutant: a change of one piece of a file's text."""

from dataclasses import dataclass

from isochron.errors import IsochronError


@dataclass(frozen=True)
class Mutant:
    """What a file's text is changed to."""

    name: str
    file: str
    """Relative to the repository."""
    old: str
    """Stands exactly once in the file."""
    new: str

    def apply(self, text: str) -> str:
        """Return the file's text with the change.

        Raises:
            IsochronError: the old text is not there exactly once.
        """
        count = text.count(self.old)
        if count != 1:
            raise IsochronError(
                f"mutant {self.name!r}: its old text stands {count} times in {self.file}, not "
                "once; correct `old`"
            )
        return text.replace(self.old, self.new)
