"""A window of a real browser that tests can look at and work in, through Chromium's own protocol over a pipe.

Nothing is installed for it: Chromium reads commands from one pipe and answers on another, JSON between zero bytes.
"""

from __future__ import annotations

import base64
import io
import json
import os
import queue
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from PIL import Image

from browser import find_browser

__all__ = ["Chromium", "Window"]

_PATIENCE = 60.0  # seconds until something that should happen counts as never happening
_LOOK = 0.015
_GONE = "navigated or closed"  # how Chromium says that the page that was asked is not there any more
_FLAGS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-dev-shm-usage",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-extensions",
    "--no-first-run",
    "--no-default-browser-check",
    "--hide-scrollbars",
    "--force-color-profile=srgb",
    "--lang=en-US",
    "--remote-debugging-pipe",
)
_CODES = {"Enter": 13, "Tab": 9, "Escape": 27, " ": 32, "End": 35, "Home": 36}
_CODES |= {"ArrowLeft": 37, "ArrowUp": 38, "ArrowRight": 39, "ArrowDown": 40}
_CONTROL, _SHIFT = 2, 8
_LAUNCH = """
import fcntl, os, sys
ends = [fcntl.fcntl(int(end), fcntl.F_DUPFD, 10) for end in sys.argv[1:3]]
os.dup2(ends[0], 3)
os.dup2(ends[1], 4)
os.execvp(sys.argv[3], sys.argv[3:])
"""
"""Chromium listens on file descriptor 3 and answers on 4."""
_FIND = """
(selector, inFrame) => {
  const page = inFrame ? document.querySelector("iframe").contentDocument : document;
  const element = page.querySelector(selector);
  if (!element) return null;
  element.scrollIntoView({block: "center", inline: "center", behavior: "instant"});
  const box = element.getClientRects()[0] ?? element.getBoundingClientRect();
  const outer = inFrame ? document.querySelector("iframe").getBoundingClientRect() : {left: 0, top: 0};
  return box.width ? [outer.left + box.left + box.width / 2, outer.top + box.top + box.height / 2] : null;
}
"""
_FRAMES = """
new Promise((drawn) => {
  setTimeout(drawn, 500);
  requestAnimationFrame(() => requestAnimationFrame(() => requestAnimationFrame(drawn)));
})
"""
"""resolved when the page was drawn anew, or where nothing is being drawn"""


class Chromium:
    """A running browser; closed when the tests are done."""

    def __init__(self, folder: Path) -> None:
        to_browser, self._write = os.pipe()
        self._read, from_browser = os.pipe()
        launch = [sys.executable, "-c", _LAUNCH, str(to_browser), str(from_browser)]
        command = [find_browser(folder).program, *_FLAGS, f"--user-data-dir={folder / 'profile'}", "about:blank"]
        with (folder / "chromium.log").open("wb") as log:
            self._process = subprocess.Popen(
                [*launch, *command],
                pass_fds=(to_browser, from_browser),
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
            )
        os.close(to_browser)
        os.close(from_browser)
        self._number = 0
        self._answers: dict[int, queue.Queue[dict[str, Any]]] = {}
        self.windows: dict[str, Window] = {}
        threading.Thread(target=self._listen, daemon=True).start()

    def call(self, method: str, session: str | None = None, **parameters: Any) -> dict[str, Any]:
        """One command and its answer."""
        self._number += 1
        number = self._number
        answer = self._answers[number] = queue.Queue(1)
        message: dict[str, Any] = {"id": number, "method": method, "params": parameters}
        if session:
            message["sessionId"] = session
        self._send(json.dumps(message).encode() + b"\0")
        said = answer.get(timeout=_PATIENCE)
        assert "error" not in said, f"{method}: {said['error']}"
        result: dict[str, Any] = said["result"]
        return result

    def _send(self, data: bytes) -> None:
        while data:
            data = data[os.write(self._write, data) :]

    def _listen(self) -> None:
        waiting = b""
        while chunk := os.read(self._read, 1 << 16):
            *messages, waiting = (waiting + chunk).split(b"\0")
            for message in map(json.loads, messages):
                if "id" in message:
                    if answer := self._answers.pop(message["id"], None):
                        answer.put(message)
                elif window := self.windows.get(message.get("sessionId", "")):
                    window.hear(message["method"], message["params"])

    def window(self, width: int = 1280, height: int = 860) -> Window:
        """A new window with storage of its own."""
        context = self.call("Target.createBrowserContext")["browserContextId"]
        target = self.call("Target.createTarget", url="about:blank", browserContextId=context)["targetId"]
        session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        window = Window(self, target, session, context)
        self.windows[session] = window
        window.size(width, height)
        return window

    def close(self) -> None:
        try:
            self._send(b'{"id":0,"method":"Browser.close"}\0')
            self._process.wait(10)
        except (OSError, subprocess.TimeoutExpired):
            self._process.kill()
            self._process.wait()


class Window:
    """One page in the browser, and everything that happened in it."""

    def __init__(self, browser: Chromium, target: str, session: str, context: str) -> None:
        self._browser = browser
        self._target = target
        self._session = session
        self._context = context
        self.complaints: list[str] = []
        """errors and warnings on the console, uncaught exceptions, refused resources"""
        self.dialogs: list[str] = []
        self.requests: list[str] = []
        """every address that was asked for"""
        self.navigations: list[str] = []
        browser.windows[session] = self
        for domain in ("Page", "Runtime", "Log", "Network", "DOM"):
            self.call(f"{domain}.enable")

    def call(self, method: str, **parameters: Any) -> dict[str, Any]:
        return self._browser.call(method, self._session, **parameters)

    def hear(self, method: str, said: dict[str, Any]) -> None:
        """Note what the browser reports. This runs beside the test, so it sends nothing that waits for an answer."""
        if method == "Runtime.consoleAPICalled" and said["type"] in ("error", "warning", "assert"):
            self.complaints.append(" ".join(str(one.get("value", one.get("description"))) for one in said["args"]))
        elif method == "Runtime.exceptionThrown":
            details = said["exceptionDetails"]
            self.complaints.append(details.get("exception", {}).get("description", details["text"]))
        elif method == "Log.entryAdded" and said["entry"]["level"] in ("error", "warning"):
            self.complaints.append(f"{said['entry']['text']} {said['entry'].get('url', '')}")
        elif method == "Page.javascriptDialogOpening":
            self.dialogs.append(said["message"])
        elif method == "Network.requestWillBeSent":
            self.requests.append(said["request"]["url"])
        elif method == "Page.frameNavigated" and "parentId" not in said["frame"]:
            self.navigations.append(said["frame"]["url"])

    def close(self) -> None:
        self._browser.call("Target.disposeBrowserContext", browserContextId=self._context)

    def forget(self, address: str) -> None:
        """Leave the page, and forget all that happened and all that pages from an address have stored."""
        self.call("Page.navigate", url="about:blank")
        self.call("Storage.clearDataForOrigin", origin=address.rstrip("/"), storageTypes="all")
        self.size(1280, 860)
        self.colours("light")
        for noted in (self.complaints, self.dialogs, self.requests, self.navigations):
            noted.clear()

    def goto(self, address: str) -> None:
        self.call("Page.navigate", url=address)

    def reload(self) -> None:
        """Load the page again."""
        self.run("window.stale = true")
        self.call("Page.reload")
        self.until("!window.stale && document.readyState === 'complete'")

    def run(self, script: str) -> Any:
        """The value of an expression in the page, awaited if it is a promise."""
        said = self.call("Runtime.evaluate", expression=script, awaitPromise=True, returnByValue=True, userGesture=True)
        assert "exceptionDetails" not in said, said["exceptionDetails"]
        return said["result"].get("value")

    def page(self, script: str) -> Any:
        """The same with `page` for the document in the sandboxed frame."""
        return self.run(f"((page) => {script})(document.querySelector('iframe')?.contentDocument)")

    def happens(self, thing: Callable[[], object]) -> None:
        """Wait until something is true outside the page."""
        end = time.monotonic() + _PATIENCE
        while not thing():
            assert time.monotonic() < end, f"never happened; the console says {self.complaints}"
            time.sleep(_LOOK)

    def others(self) -> list[str]:
        """The addresses of windows that this one has opened."""
        found = self._browser.call("Target.getTargets", filter=[{"type": "page"}])["targetInfos"]
        mine = [one for one in found if one["browserContextId"] == self._context and one["targetId"] != self._target]
        return [one["url"] for one in mine if not one["url"].startswith("chrome:")]

    def until(self, script: str) -> Any:
        """Wait until an expression is true, and give its value."""
        tried = f"const it = ({script}); return it?.nodeType ? true : it;"
        guarded = f"(() => {{ try {{ {tried} }} catch {{ return null; }} }})()"
        end = time.monotonic() + _PATIENCE
        while time.monotonic() < end:
            try:
                if value := self.run(guarded):
                    return value
            except AssertionError as gone:
                if _GONE not in str(gone):
                    raise
            time.sleep(_LOOK)
        words = self.run("document.body.innerText")
        raise AssertionError(f"never came true: {script}; the console says {self.complaints}, the page {words}")

    def until_page(self, script: str) -> Any:
        """The same with `page` for the document in the sandboxed frame."""
        return self.until(f"((page) => page && ({script}))(document.querySelector('iframe')?.contentDocument)")

    def text(self, selector: str) -> str:
        """The text of an element."""
        return str(self.run(f"document.querySelector({json.dumps(selector)})?.innerText ?? ''"))

    def texts(self, selector: str) -> list[str]:
        """The texts of all elements that fit."""
        found: list[str] = self.run(
            f"[...document.querySelectorAll({json.dumps(selector)})].map((one) => one.innerText)"
        )
        return found

    def place(self, selector: str, *, in_frame: bool = False) -> tuple[float, float]:
        """The middle of an element, once it is there to be seen."""
        x, y = self.until(f"({_FIND})({json.dumps(selector)}, {json.dumps(in_frame)})")
        return float(x), float(y)

    def click(self, selector: str, *, in_frame: bool = False) -> None:
        """Click on an element once it stands still: what is being filled in or scrolled may push it on."""
        before: tuple[float, float] | None = None
        while (place := self.place(selector, in_frame=in_frame)) != before:
            before = place
            self.mouse("mouseMoved", *place)
            self.run(_FRAMES)
        x, y = place
        self.mouse("mousePressed", x, y)
        self.mouse("mouseReleased", x, y)

    def hover(self, selector: str, *, in_frame: bool = False) -> None:
        self.mouse("mouseMoved", *self.place(selector, in_frame=in_frame))

    def drag(self, start: tuple[float, float], end: tuple[float, float], steps: int = 6) -> None:
        self.mouse("mouseMoved", *start)
        self.mouse("mousePressed", *start)
        for step in range(1, steps + 1):
            share = step / steps
            x, y = (one + (other - one) * share for one, other in zip(start, end, strict=True))
            self.mouse("mouseMoved", x, y, held=True)
        self.mouse("mouseReleased", *end)

    def mouse(self, kind: str, x: float, y: float, *, held: bool = False) -> None:
        down = kind != "mouseMoved" or held
        self.call(
            "Input.dispatchMouseEvent",
            type=kind,
            x=x,
            y=y,
            button="left" if down else "none",
            buttons=1 if held or kind == "mousePressed" else 0,
            clickCount=0 if kind == "mouseMoved" else 1,
        )

    def press(self, key: str, *, control: bool = False, shift: bool = False) -> None:
        """Press and release a key."""
        modifiers = (_CONTROL if control else 0) | (_SHIFT if shift else 0)
        letter = len(key) == 1
        code = _CODES.get(key) or ord(key.upper())
        text = {} if control else {"text": "\r"} if key == "Enter" else {"text": key} if letter else {}
        physical = f"Digit{key}" if key.isdigit() else f"Key{key.upper()}" if key.isalpha() and letter else key
        common = {"key": key, "code": physical, "windowsVirtualKeyCode": code, "modifiers": modifiers}
        self.call("Input.dispatchKeyEvent", type="keyDown" if text else "rawKeyDown", **common, **text)
        self.call("Input.dispatchKeyEvent", type="keyUp", **common)

    def paste(self, text: str) -> None:
        """Text into whatever has the focus."""
        self.call("Input.insertText", text=text)

    def choose_file(self, selector: str, *files: Path) -> None:
        """Choose files in a file field, as its dialog would."""
        found = self.call("Runtime.evaluate", expression=f"document.querySelector({json.dumps(selector)})")
        self.call("DOM.setFileInputFiles", files=[str(one) for one in files], objectId=found["result"]["objectId"])

    def save_to(self, folder: Path) -> None:
        """Where files go that the page offers to save."""
        self._browser.call(
            "Browser.setDownloadBehavior", behavior="allow", downloadPath=str(folder), browserContextId=self._context
        )

    def size(self, width: int, height: int, *, phone: bool = False) -> None:
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=phone)

    def colours(self, scheme: str) -> None:
        """Light or dark, as the system would say."""
        features = [
            {"name": "prefers-color-scheme", "value": scheme},
            {"name": "prefers-reduced-motion", "value": "reduce"},
        ]
        self.call("Emulation.setEmulatedMedia", features=features)

    def screenshot(self, selector: str | None = None) -> Image.Image:
        """What the window, or an element in it, looks like."""
        parameters: dict[str, Any] = {"format": "png"}
        if selector:
            script = f"""(() => {{
                const box = document.querySelector({json.dumps(selector)}).getBoundingClientRect();
                return {{x: box.left + scrollX, y: box.top + scrollY, width: box.width, height: box.height, scale: 1}};
            }})()"""
            parameters |= {"clip": self.run(script), "captureBeyondViewport": True}
        data = base64.b64decode(self.call("Page.captureScreenshot", **parameters)["data"])
        return Image.open(io.BytesIO(data)).convert("RGB")
