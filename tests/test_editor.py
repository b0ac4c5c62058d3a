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

TOOLS = ROOT / "tests/editor"
"""Packages of npm: Eclipse CDT's GDB adapter, which the extension has inside, and the tool of
development containers."""
CONTAINER = ROOT / ".devcontainer/devcontainer.json"
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
    container = json.loads(CONTAINER.read_text())
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


@pytest.fixture(scope="module")
def modules(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of what npm has installed."""
    if not shutil.which("npm"):
        pytest.skip("npm is not installed")
    folder = tmp_path_factory.mktemp("npm") / "editor"
    shutil.copytree(TOOLS, folder)
    got = subprocess.run(["npm", "ci"], cwd=folder, capture_output=True, text=True)
    if re.search(r"code (ECONNREFUSED|ECONNRESET|ENOTFOUND|EAI_AGAIN|ETIMEDOUT)", got.stderr):
        pytest.skip(f"npm reaches no registry: {got.stderr}")
    assert got.returncode == 0, got.stderr
    return folder / "node_modules"


@pytest.mark.wide
def test_the_container_does_all_that_its_definition_says(modules: Path, tmp_path: Path):
    """By the tool of development containers, which drops what it does not know; without Docker."""
    docker = tmp_path / "docker"
    image = json.dumps([{"Id": "1", "Architecture": "amd64", "Os": "linux", "Config": {}}])
    docker.write_text(f"#!/bin/sh\n[ \"$1\" != inspect ] || echo '{image}'\n")
    docker.chmod(0o755)
    command = [modules / ".bin/devcontainer", "read-configuration", "--docker-path", docker]
    command += ["--workspace-folder", ROOT, "--include-merged-configuration"]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    understood = json.loads(done.stdout)["mergedConfiguration"]
    written = json.loads(CONTAINER.read_text())
    for name, value in written.items():
        if name.endswith("Command"):
            assert understood[f"{name}s"] == [value]
        elif name not in ("image", "containerEnv", "customizations"):
            assert understood[name] == value
    (editor_settings,) = understood["customizations"]["vscode"]
    assert editor_settings == written["customizations"]["vscode"]
    assert re.fullmatch(r"/workspaces/[^/]+/\.venv/bin:.*", understood["containerEnv"]["PATH"])


@pytest.mark.wide
def test_the_editors_debugger_stops_and_shows_tasks(
    modules: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
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

    script = modules / "cdt-gdb-adapter/dist/debugTargetAdapter.js"
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
