"""A window of Firefox with the steps of one of Chromium, through WebDriver BiDi, which Firefox speaks by itself."""

from __future__ import annotations

import json
import re
import subprocess
import time
from contextlib import ExitStack
from itertools import count
from pathlib import Path
from typing import Any

from websockets.sync.client import ClientConnection, connect
from window import Window

from tools import skip_without

__all__ = ["Firefox", "FirefoxWindow"]

_PATIENCE = 60.0
"""seconds until something that should happen counts as never happening: far more than it takes on a busy machine"""
_KEYS = {"Enter": "\ue007", "Tab": "\ue004", "Escape": "\ue00c", "Home": "\ue011", "End": "\ue010"}
_KEYS |= {"ArrowLeft": "\ue012", "ArrowUp": "\ue013", "ArrowRight": "\ue014", "ArrowDown": "\ue015"}
_CONTROL, _SHIFT = "\ue009", "\ue008"
"""keys as WebDriver writes them"""
_KINDS = {"mouseMoved": "pointerMove", "mousePressed": "pointerDown", "mouseReleased": "pointerUp"}
_LONGEST = 64 << 20
"""bytes of an answer"""


class Firefox:
    """A running browser; closed when the tests are done."""

    def __init__(self, folder: Path) -> None:
        program = skip_without("firefox")
        log = folder / "firefox.log"
        flags = ("--headless", "--no-remote", "--remote-debugging-port", "0", "--profile", str(folder))
        with log.open("wb") as written:
            self._process = subprocess.Popen([program, *flags], stdout=written, stderr=written)
        self._numbers = count(1)
        self.windows: dict[str, FirefoxWindow] = {}
        self._closing = ExitStack()
        connected = connect(f"{self._address(log)}/session", max_size=_LONGEST)
        self._connection: ClientConnection = self._closing.enter_context(connected)
        self.call("session.new", capabilities={})
        self.call("session.subscribe", events=["log.entryAdded"])

    def _address(self, log: Path) -> str:
        """Where Firefox says that it listens."""
        end = time.monotonic() + _PATIENCE
        while time.monotonic() < end and self._process.poll() is None:
            if found := re.search(r"WebDriver BiDi listening on (ws://\S+)", log.read_text("utf-8", "replace")):
                return found[1]
            time.sleep(0.05)
        raise AssertionError(f"Firefox does not listen: {log.read_text('utf-8', 'replace')}")

    def call(self, method: str, **parameters: Any) -> dict[str, Any]:
        """One command and its answer; what is reported in between is noted."""
        number = next(self._numbers)
        self._connection.send(json.dumps({"id": number, "method": method, "params": parameters}))
        while True:
            said = json.loads(self._connection.recv(timeout=_PATIENCE))
            if said.get("id") == number:
                assert said["type"] == "success", f"{method}: {said.get('error')} {said.get('message')}"
                result: dict[str, Any] = said["result"]
                return result
            self._note(said)

    def _note(self, said: dict[str, Any]) -> None:
        entry = said.get("params", {})
        window = self.windows.get(entry.get("source", {}).get("context", ""))
        if window and entry.get("level") in ("error", "warn"):
            window.complaints.append(str(entry.get("text")))

    def window(self) -> FirefoxWindow:
        """A new window with storage of its own."""
        user = self.call("browser.createUserContext")["userContext"]
        context = self.call("browsingContext.create", type="tab", userContext=user)["context"]
        self.windows[context] = FirefoxWindow(self, context, user)
        self.call("browsingContext.activate", context=context)
        return self.windows[context]

    def close(self) -> None:
        self._closing.close()
        self._process.terminate()
        self._process.wait(_PATIENCE)


class FirefoxWindow(Window):
    """One page in Firefox."""

    def __init__(self, browser: Firefox, context: str, user: str) -> None:
        self._firefox = browser
        self._page = context
        self._user = user
        self.complaints, self.dialogs, self.requests, self.navigations = [], [], [], []
        self.size(1280, 860)

    def call(self, method: str, **parameters: Any) -> dict[str, Any]:
        return self._firefox.call(method, context=self._page, **parameters)

    def close(self) -> None:
        self._firefox.call("browser.removeUserContext", userContext=self._user)

    def goto(self, address: str) -> None:
        self.call("browsingContext.navigate", url="about:blank", wait="complete")
        self.call("browsingContext.navigate", url=address, wait="interactive")

    def run(self, script: str) -> Any:
        wrapped = f"(async () => JSON.stringify((await ({script})) ?? null))()"
        target = {"context": self._page}
        said = self._firefox.call("script.evaluate", expression=wrapped, target=target, awaitPromise=True)
        assert said["type"] == "success", said.get("exceptionDetails")
        return json.loads(said["result"]["value"])

    def mouse(self, kind: str, x: float, y: float, *, held: bool = False) -> None:
        step: dict[str, Any] = {"type": _KINDS[kind]}
        step |= {"x": round(x), "y": round(y)} if kind == "mouseMoved" else {"button": 0}
        self._act({"type": "pointer", "id": "mouse", "actions": [step]})

    def press(self, key: str, *, control: bool = False, shift: bool = False) -> None:
        self.until("document.hasFocus()")
        held = [code for code, wanted in ((_CONTROL, control), (_SHIFT, shift)) if wanted]
        keys = [*held, _KEYS.get(key, key)]
        down = [{"type": "keyDown", "value": one} for one in keys]
        up = [{"type": "keyUp", "value": one} for one in reversed(keys)]
        self._act({"type": "key", "id": "keyboard", "actions": [*down, *up]})

    def _act(self, actions: dict[str, Any]) -> None:
        self.call("input.performActions", actions=[actions])

    def paste(self, text: str) -> None:
        self.run(f"document.execCommand('insertText', false, {json.dumps(text)})")

    def size(self, width: int, height: int, *, phone: bool = False) -> None:
        self.call("browsingContext.setViewport", viewport={"width": width, "height": height})

    def save_to(self, folder: Path) -> None:
        allowed = {"type": "allowed", "destinationFolder": str(folder)}
        self._firefox.call("browser.setDownloadBehavior", downloadBehavior=allowed, userContexts=[self._user])
