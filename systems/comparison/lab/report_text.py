# SPDX-License-Identifier: Apache-2.0
"""Words of the comparison's section: the paper's Tables 7.2 and 9.2, and why a row is lost."""

from systems.comparison.lab.criteria import BAUD

_HEAP = (
    "memory is not the hardware kernel's: FreeRTOS's heap_4 serves all kernels with its API, "
    "blocks of any size; uC/OS-II's partitions and ThreadX's pools have blocks of one size"
)
_TIMERS = (
    "software timers are FreeRTOS's own file on every kernel with its API: a message to a task "
    "that keeps a sorted list; ThreadX's wheel is turned by the tick's interrupt"
)
_COPIES = "FreeRTOS's queue copies the message, in software; uC/OS-II's takes a pointer"

WHY_NOT = {
    "get-memory": _HEAP,
    "release-memory": _HEAP,
    "pass-message": _COPIES,
    "receive-message": _COPIES,
    "timer-start": _TIMERS,
    "timer-expiry": _TIMERS,
    "initialization": "nearly all of it is clearing variables, the heap of 64 KB among them; then "
    "the hardware is checked against the configuration",
    "memory-footprint": "FreeRTOS's functions remain, and each stores its commands in line",
    "uart-interrupt": "an interrupt routine is software on every kernel; RTIC's, riscv-rt's, saves "
    "the 16 registers of the caller only, since a switch is another interrupt",
    f"uart-interrupt-{BAUD}": "the line bounds it, on every kernel",
}
"""By criterion or operation: why none of ours is the best there."""

FIRST_LOOK = (
    ("", "Xilkernel (paper)", "uC/OS-II (paper)", "FreeRTOS (paper)", "uC/OS-II V2.93",
     "ThreadX 6.4.2", "FreeRTOS V11.2", "RTIC 2.4", "Isochron"),
    ("Processor support", "MicroBlaze and PowerPC", "up to 60", "up to 60",
     "a port for each; here ours for RISC-V", "a port for each; here its own, and ours, for RISC-V",
     "a port for each; here its own for RISC-V",
     "Cortex-M and RISC-V; here with a CLINT",
     "Ibex and VexRiscv; a bus, contexts or custom instructions"),
    ("Licence", "fee-based", "free for educational purposes only", "free", "Apache-2.0", "MIT",
     "MIT", "MIT or Apache-2.0", "Apache-2.0; FreeRTOS's files MIT"),
    ("Documentation", "online", "book and online", "online", "book and online", "online",
     "online", "book and online", "docs of this repository; the API is FreeRTOS's"),
    ("Language", "C/C++", "C/C++", "C/C++", "C", "C", "C", "Rust", "C; hardware in SystemVerilog"),
    ("Scheduling", "preemptive and round-robin", "preemptive", "preemptive and cooperative",
     "preemptive, one task to a priority", "preemptive, round-robin, preemption threshold",
     "preemptive, round-robin, cooperative",
     "preemptive, cooperative within a priority", "as FreeRTOS, in hardware"),
)  # fmt: skip
"""Table 7.2, and the kernels of today beside it; the first line has the heads."""

INITIALIZATION = (
    ("FreeRTOS (paper)", "idle task create; disable interrupts; set up scheduler; set up interrupt "
     "handler stack; start first task"),
    ("uC/OS-II (paper)", "disable interrupts; initialize global variables; set up scheduler; "
     "initialize event control blocks; idle task create; start first task"),
    ("Xilkernel (paper)", "set up scheduler; idle task create; start first task"),
    ("FreeRTOS V11.2 here", "clear variables; application's task create (the lists with the first "
     "one); idle task create; disable interrupts; install vectors; set up tick; start first task"),
    ("Isochron here", "clear variables; check hardware against configuration and reset it; "
     "application's task create; idle task create; install vectors; start tick in hardware; "
     "start first task"),
    ("uC/OS-II V2.93 here", "clear variables; initialize variables, ready list, task and event "
     "control blocks; idle task create; application's task create; install vectors; set up tick; "
     "start first task"),
    ("ThreadX 6.4.2 here", "clear variables; install vectors; initialize variables, priority lists "
     "and timer wheel; application's task create; set up tick; start first task"),
    ("RTIC 2.4 here", "clear variables; install vectors; set priorities of software interrupts; "
     "application's init, which sets up the tick and spawns the task; enable interrupts, the first "
     "of which polls the task"),
)  # fmt: skip
"""Table 9.2, and what the kernels do here."""
