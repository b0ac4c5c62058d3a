# SPDX-License-Identifier: Apache-2.0
"""A project's settings for VS Code build, run and debug it; its debugger shows tasks as threads."""

import json
import os
import re
import shutil
import socket
import subprocess
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import pytest
from test_projects import EXAMPLES, made, steps

from isochron import editor
from isochron.paths import ROOT

ADAPTER = ROOT / "tests/debug_adapter"
"""The package of Eclipse CDT's GDB adapter, which the extension has inside."""
Message = dict[str, Any]


def read(folder: Path, name: str) -> Any:
    return json.loads((folder / ".vscode" / name).read_text())


def test_tasks_do_what_the_readme_says(tmp_path: Path):
    folder = made("producer_consumer", tmp_path / "app")
    tasks = {task["label"]: task for task in read(folder, "tasks.json")["tasks"]}
    shown = [
        (tasks[task["dependsOn"]]["command"], " ".join([task["command"], *task["args"]]))
        for label, task in tasks.items()
        if label.startswith("run ")
    ]
    assert shown == steps(folder)


def test_each_launch_has_its_task_and_program(tmp_path: Path):
    folder = made("producer_consumer", tmp_path / "app")
    tasks = {task["label"]: task for task in read(folder, "tasks.json")["tasks"]}
    launches = read(folder, "launch.json")["configurations"]
    assert len(launches) == len(list(EXAMPLES["producer_consumer"].choices()))
    for launch in launches:
        task = tasks[launch["preLaunchTask"]]
        assert launch["program"] == f"${{workspaceFolder}}/{task['args'][1]}"
        assert task["args"][-2:] == ["--gdb", f":{launch['target']['port']}"]


def test_the_container_has_the_extension():
    container = json.loads((ROOT / ".devcontainer/devcontainer.json").read_text())
    assert editor.EXTENSION in container["customizations"]["vscode"]["extensions"]


class Adapter:
    """The debug adapter, as an editor talks to it: a message is JSON behind a header."""

    def __init__(self, script: Path) -> None:
        self._process = subprocess.Popen(
            ["node", script], stdin=subprocess.PIPE, stdout=subprocess.PIPE
        )
        self._asked = 0

    def ask(self, command: str, arguments: Message) -> int:
        self._asked += 1
        request = {"seq": self._asked, "type": "request", "command": command}
        body = json.dumps({**request, "arguments": arguments}).encode()
        assert self._process.stdin
        self._process.stdin.write(b"Content-Length: %d\r\n\r\n%b" % (len(body), body))
        self._process.stdin.flush()
        return self._asked

    def until(self, wanted: Callable[[Message], bool]) -> Message:
        stream = self._process.stdout
        assert stream
        while True:
            header = stream.readline()
            assert header.startswith(b"Content-Length: "), header
            stream.readline()
            message = json.loads(stream.read(int(header.partition(b": ")[2])))
            if wanted(message):
                return message

    def event(self, name: str) -> Message:
        return self.until(lambda message: message.get("event") == name).get("body", {})

    def answer(self, command: str, arguments: Message | None = None) -> Message:
        number = self.ask(command, arguments or {})
        answer = self.until(lambda message: message.get("request_seq") == number)
        assert answer["success"], answer
        return answer.get("body", {})

    def close(self) -> None:
        self._process.kill()
        self._process.communicate()


def free_port() -> str:
    with socket.socket() as listener:
        listener.bind(("localhost", 0))
        return str(listener.getsockname()[1])


@contextmanager
def background(task: Message, folder: Path) -> Iterator[None]:
    """Start a task of tasks.json, until its matcher says that it is ready; end it afterwards."""
    ready = task["problemMatcher"]["background"]["endsPattern"]
    command = [task["command"], *task["args"]]
    both = {"stdout": subprocess.PIPE, "stderr": subprocess.STDOUT, "text": True}
    with subprocess.Popen(command, cwd=folder, **both) as server:
        try:
            assert server.stdout
            assert any(ready in line for line in server.stdout)
            yield
        finally:
            server.kill()


@pytest.mark.wide
@pytest.mark.skipif(not shutil.which("npm"), reason="npm is not installed")
def test_the_editors_debugger_stops_and_shows_tasks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    modules = tmp_path / "adapter"
    shutil.copytree(ADAPTER, modules)
    got = subprocess.run(["npm", "ci"], cwd=modules, capture_output=True, text=True)
    if re.search(r"code (ECONNREFUSED|ECONNRESET|ENOTFOUND|EAI_AGAIN|ETIMEDOUT)", got.stderr):
        pytest.skip(f"npm reaches no registry: {got.stderr}")
    assert got.returncode == 0, got.stderr
    folder = made("producer_consumer", tmp_path / "app")
    launch = read(folder, "launch.json")["configurations"][0]
    tasks = {task["label"]: task for task in read(folder, "tasks.json")["tasks"]}
    task = tasks[launch["preLaunchTask"]]
    subprocess.run(tasks[task["dependsOn"]]["command"], shell=True, cwd=folder, check=True)
    port = free_port()
    task["args"][-1] = f":{port}"
    launch["target"]["port"] = port
    launch["program"] = launch["program"].replace("${workspaceFolder}", str(folder))
    source = folder / "main.c"
    line = next(
        number
        for number, text in enumerate(source.read_text().splitlines(), 1)
        if "xQueueReceive(" in text
    )
    monkeypatch.setenv("PATH", f"{ROOT / '.venv/bin'}:{os.environ['PATH']}")

    script = modules / "node_modules/cdt-gdb-adapter/dist/debugTargetAdapter.js"
    with background(task, folder), closing(Adapter(script)) as adapter:
        adapter.answer("initialize", {"adapterID": launch["type"], "pathFormat": "path"})
        adapter.ask("attach", launch)
        adapter.event("initialized")
        breakpoints = [{"line": line}]
        adapter.answer(
            "setBreakpoints", {"source": {"path": str(source)}, "breakpoints": breakpoints}
        )
        adapter.ask("configurationDone", {})
        stopped = adapter.event("stopped")
        threads = {thread["id"]: thread["name"] for thread in adapter.answer("threads")["threads"]}
        (frame, *_) = adapter.answer("stackTrace", {"threadId": stopped["threadId"]})["stackFrames"]
        watch = {"expression": "$isochron_objects()", "context": "watch", "frameId": frame["id"]}
        objects = adapter.answer("evaluate", watch)["result"].splitlines()
        adapter.answer("disconnect")
    assert (frame["name"], frame["line"]) == ("vConsumer", line)
    assert threads[stopped["threadId"]] == "consumer (running, priority 3)"
    assert "a (blocked, priority 2, object 1)" in threads.values()
    assert objects == ["  0 queue       3 of 3, senders wait: a b"]
