# SPDX-License-Identifier: Apache-2.0
"""`isochron analyze`: will the deadlines of a task set hold, on which kernel, at what clock.

| module | what |
|---|---|
| `description` | tasks.toml, held against a schema; every error names key and line |
| `model` | the same as it is analysed: clock cycles, at one clock |
| `overheads` | what the kernels take, from runs of the suite `calibration` |
| `response` | worst-case responses |
| `margins` | least clock, and by how much execution times may grow |
| `random_sets` | random task sets, and the load that fits |
| `bounds` | `isochron verify bounds` |
| `adversary` | task sets that are made to exceed their bounds |
| `shown`, `document` | tables and plots; JSON |
| `program`, `observed` | a FreeRTOS program of the same file, and what it did on the SoC |
| `monitor` | a header for the hardware monitor |
| `command` | the command line |

Clock cycles are of the core; ticks are FreeRTOS's.
"""
