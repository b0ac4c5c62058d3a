# SPDX-License-Identifier: Apache-2.0
"""Random software of several cores: it asks the model what may happen next."""

import random

from cores.calls import FOREVER, TOKENS, Kernel, Semaphore
from cores.scheduler import Options

SEMAPHORES, MUTEXES = 3, 2


def scenario(options: Options, seed: int, length: int) -> list[tuple[str, str]]:
    """Return random events, as systems/smp/firmware/oracle reads them, and what the model says."""
    return list(_Scenario(options, seed).events(length))


class _Scenario:
    def __init__(self, options: Options, seed: int) -> None:
        self.options = options
        self.random = random.Random(seed)
        self.kernel = Kernel(options)
        self.tasks = 3 + self.random.randrange(6)

    def events(self, length: int):
        """Yield each with its answer."""
        kernel = self.kernel
        priorities = [self.priority() for _ in range(self.tasks)]
        for priority in priorities:
            yield f"task {priority}", ""
        for _ in range(SEMAPHORES):
            kernel.semaphores.append(Semaphore(self.random.randrange(TOKENS)))
            yield f"semaphore {kernel.semaphores[-1].count}", ""
        for _ in range(MUTEXES):
            kernel.semaphores.append(Semaphore(1, mutex=True))
            yield "mutex", ""
        kernel.start(priorities)
        yield "start", kernel.state() + "\n"
        for _ in range(length):
            name, *arguments = self.event()
            kernel.log = []
            getattr(kernel, name)(*arguments)
            words = " ".join(str(argument) for argument in (name, *arguments))
            yield words, "".join(f"{line}\n" for line in kernel.log)

    def priority(self) -> int:
        """The highest priority is nobody's, so that there are levels above and below each."""
        return self.random.randrange(self.options.priorities - 1)

    def event(self) -> tuple:
        """Return one that may be next: a method of the kernel, and its arguments."""
        choice = self.random.random()
        core = self.random.randrange(self.options.cores)
        if self.kernel.suspended_by is not None:
            core = self.kernel.suspended_by
        if choice < 0.08:
            return ("tick",)
        if choice < 0.12:
            return ("routine", core, "give", self.random.randrange(SEMAPHORES))
        if choice < 0.16:
            return ("routine", core, "resume", self.random.randrange(self.tasks))
        # an interrupt may be late: the task goes on meanwhile
        if self.kernel.cores[core].scheduled and choice < 0.8:
            return ("interrupt", core)
        if self.kernel.cores[core].task in self.kernel.calls:
            return ("go", core)
        return ("call", core, *self.call(core))

    def call(self, core: int) -> tuple[str, int, int]:
        """Return a call of the task of a core, which is in none; an idle task only yields."""
        number = self.kernel.cores[core].task
        suspended = self.kernel.suspended_by is not None
        if suspended and self.random.random() < 0.2:
            return "resume_all", 0, 0
        names = [
            "yield",
            "delay",
            "suspend",
            "resume",
            "priority",
            "give",
            "take",
            "lock",
            "unlock",
        ]
        names += ["affinity"] * self.options.affinity
        names += ["preemption"] * self.options.preemption_disable
        name = "yield" if self.kernel.tasks[number].idle else self.random.choice(names)
        if name == "yield" and not suspended and self.random.random() < 0.3:
            return "suspend_all", 0, 0
        other = self.random.randrange(self.tasks)
        semaphore = self.random.randrange(SEMAPHORES)
        ticks = self.random.randrange(4)
        if suspended:  # it may not wait, nor suspend itself
            ticks = 0
            if name == "suspend" and other == number:
                other = (other + 1) % self.tasks
        if name == "delay":
            return name, 0, ticks
        if name == "priority":
            return name, other, self.priority()
        if name == "affinity":
            return name, other, self.random.randrange(1, 1 << self.options.cores)
        if name == "preemption":
            return name, other, self.random.randrange(2)
        if name == "give":
            return name, semaphore, 0
        if name in ("lock", "unlock"):
            mutexes = range(SEMAPHORES, SEMAPHORES + MUTEXES)
            held = [i for i in mutexes if self.kernel.semaphores[i].holder == number]
            if name == "unlock" and held:
                return "give", self.random.choice(held), 0
            semaphore = self.random.choice([i for i in mutexes if i not in held] or [semaphore])
            name = "take"
        if name == "take":
            forever = FOREVER if not suspended and self.random.random() < 0.25 else ticks
            return name, semaphore, forever
        if name == "resume" and other == number:  # an assertion of FreeRTOS's
            other = (other + 1) % self.tasks
        return name, 0 if name == "yield" else other, 0
