# SPDX-License-Identifier: Apache-2.0
"""The commands that Linux gives to the laboratory."""

from isochron.cli.lazy import MEASURE, Entry

COMMANDS = {
    "linux": Entry(
        "Boot Linux in the simulator, and check it there.",
        "isochron linux --kernel below",
        "systems.linux.lab.command:linux",
        MEASURE,
    ),
}
