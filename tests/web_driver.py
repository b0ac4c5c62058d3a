# SPDX-License-Identifier: Apache-2.0
"""Headless Chromium by the W3C's WebDriver protocol, and a server of a folder."""

import json
import os
import re
import shutil
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any
from urllib.request import Request, urlopen

DRIVER = "chromedriver"
_SECONDS = 300
"""After which what is waited for does not come any more."""
_STARTED = re.compile(r"started successfully on port (\d+)")
_OFFLINE = (
    *("--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"),
    *("--disable-background-networking", "--disable-component-update", "--disable-sync"),
    "--disable-dev-shm-usage",  # a container has little there
    "--window-size=1300,1700",
)


def why_not() -> str | None:
    """Return what is missing to look at pages; None: nothing is."""
    if shutil.which(DRIVER):
        return None
    return "Chromium is not installed: as root apt-get install chromium-driver"


class _Silent(SimpleHTTPRequestHandler):
    def log_message(self, format: str, *values: Any) -> None:
        pass


@contextmanager
def served(folder: Path) -> Iterator[str]:
    """Serve a folder on this machine; yield its address."""
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(_Silent, directory=folder)) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        try:
            yield f"http://127.0.0.1:{server.server_port}"
        finally:
            server.shutdown()


class Browser:
    """A window of Chromium."""

    def __init__(self, driver: str) -> None:
        self._session = driver
        options = {"goog:chromeOptions": {"args": [*_OFFLINE]}}
        answer = self._ask("/session", {"capabilities": {"alwaysMatch": options}})
        self._session = f"{driver}/session/{answer['sessionId']}"

    def _ask(self, path: str, said: Any = None, method: str = "POST") -> Any:
        body = None if said is None else json.dumps(said).encode()
        headers = {"Content-Type": "application/json"}
        request = Request(f"{self._session}{path}", body, headers, method=method)
        with urlopen(request, timeout=_SECONDS) as answer:
            return json.load(answer)["value"]

    def open(self, address: str) -> None:
        """Show a page."""
        self._ask("/url", {"url": address})

    def of(self, script: str) -> Any:
        """Return the value of a JavaScript expression on the page."""
        return self._ask("/execute/sync", {"script": f"return {script}", "args": []})

    def wait(self, script: str) -> Any:
        """Return such a value as soon as it stands for true."""
        end = time.monotonic() + _SECONDS
        while not (value := self.of(script)):
            assert time.monotonic() < end, (
                f"{script} does not come true: {self.of('root.innerText')}"
            )
            time.sleep(0.2)
        return value

    def picture(self) -> str:
        """Return what is seen, as PNG in base 64."""
        picture: str = self._ask("/screenshot", method="GET")
        return picture

    def close(self) -> None:
        """End it."""
        self._ask("", method="DELETE")


@contextmanager
def chromium() -> Iterator[Browser]:
    """Start Chromium; end it with the block."""
    command = [DRIVER, "--port=0"]
    with (
        tempfile.TemporaryDirectory() as home,
        subprocess.Popen(
            command, stdout=subprocess.PIPE, text=True, env={**os.environ, "HOME": home}
        ) as process,
    ):
        assert process.stdout is not None
        try:
            started = (_STARTED.search(line) for line in process.stdout)
            port = next(match[1] for match in started if match)
            browser = Browser(f"http://127.0.0.1:{port}")
            yield browser
            browser.close()
        finally:
            process.terminate()
