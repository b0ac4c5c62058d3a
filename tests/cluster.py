# SPDX-License-Identifier: Apache-2.0
"""A Dask cluster of processes of this machine, for tests."""

import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

TESTS = Path(__file__).parent


@dataclass
class Cluster:
    """A scheduler, and workers with one thread each that nothing starts again."""

    folder: Path
    address: str = ""
    processes: list[subprocess.Popen[bytes]] = field(default_factory=list)

    def start_scheduler(self) -> None:
        file = self.folder / "scheduler.json"
        self._start("scheduler", "--host", "127.0.0.1", "--port", "0", "--scheduler-file", file)
        while not file.is_file():
            time.sleep(0.05)
        self.address = json.loads(file.read_text())["address"]

    def start_worker(self) -> int:
        """Return the worker's process."""
        self._start("worker", self.address, "--nthreads", "1", "--no-nanny")
        return self.processes[-1].pid

    def _start(self, *words: str | Path) -> None:
        path = os.pathsep.join([str(TESTS.parent / "src"), str(TESTS)])
        command = [sys.executable, "-m", "dask", *words, "--no-dashboard"]
        with (self.folder / "log.txt").open("a") as log:
            process = subprocess.Popen(
                command,
                cwd=self.folder,
                env={**os.environ, "PYTHONPATH": path},
                stdout=log,
                stderr=log,
            )
        self.processes.append(process)


@contextmanager
def running(folder: Path, workers: int = 2) -> Iterator[Cluster]:
    """Yield a cluster whose workers are there, and end it."""
    from distributed import Client

    cluster = Cluster(folder)
    try:
        cluster.start_scheduler()
        for _ in range(workers):
            cluster.start_worker()
        with Client(cluster.address, set_as_default=False) as client:
            client.wait_for_workers(workers)
        yield cluster
    finally:
        for process in reversed(cluster.processes):
            process.kill()
            process.wait()
