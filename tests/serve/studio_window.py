"""The studio in a window: the few steps that most of its tests begin with."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from window import Window

__all__ = ["METHODS", "Studio"]

METHODS = ("core", "xpath", "lineblock", "lstm", "boards", "weight", "histogram")
_SETTLED = (
    "document.querySelector('[role=tabpanel]:not([hidden])')?.childElementCount"
    " && !document.querySelector('[aria-busy]')"
)


@dataclass(frozen=True)
class Studio:
    """A window that shows the studio of the service at `address`."""

    window: Window
    address: str

    def start(self, said: str = "", *, folded: bool = False) -> None:
        """Load the studio; `said` is what its address says after the #. Dropped texts are folded only on demand."""
        said = f"{said}&fold=no" if said and not folded else said
        self.window.goto(f"{self.address}#{said}" if said else self.address)
        self.window.until("document.documentElement.dataset.ready")
        if said:
            self.shown()

    def shown(self) -> None:
        """Wait until a page is shown, marked, and the panel beside it is filled."""
        self.window.until_page("!document.getElementById('work').hidden && page.querySelector('[data-role]')")
        self.window.until(_SETTLED)

    def paste(self, html: str) -> None:
        """Paste markup and have it read."""
        self.window.click("#source-text")
        self.window.paste(html)
        self.window.click("#source button[type=submit]")
        self.shown()
        self.unfold()

    def unfold(self) -> None:
        """Show what was dropped."""
        if self.window.run("document.getElementById('fold').ariaPressed === 'true'"):
            self.window.click("#fold")
            self.window.until_page("!page.querySelector('[data-fold]')")

    def tab(self, name: str) -> None:
        """Turn to a panel and wait for what it shows."""
        self.window.click(f"#tab-{name}")
        self.window.until(f"!document.getElementById('panel-{name}').hidden && ({_SETTLED})")

    def form(self, name: str) -> None:
        """Have the result shown in a form, and wait for it."""
        self.window.click(f"#panel-result .segments [data-value={name}]")
        self.window.until(f"document.querySelector('#panel-result [data-value={name}]').ariaChecked === 'true'")
        self.window.until(_SETTLED)

    def method(self, name: str) -> None:
        """Switch to a method and wait until the page is marked by it."""
        self.window.click(f"#methods [data-value={name}]")
        self.window.until(f"document.querySelector('#methods [data-value={name}]').ariaChecked === 'true'")
        self.window.until("document.querySelector('#progress').hidden")
        self.window.until(_SETTLED)

    def asked(self, path: str, **body: Any) -> Any:
        """What the service answers to the same question, asked from the page."""
        script = f"""fetch({json.dumps(path)}, {{method: "POST", headers: {{"Content-Type": "application/json"}},
            body: {json.dumps(json.dumps(body))}}}).then((answer) => answer.json())"""
        return self.window.run(script)

    def choose_row(self, row: int) -> None:
        """Click on a text of the page, and wait until it is chosen and hears the keys."""
        self.window.click(f'[data-row="{row}"]', in_frame=True)
        self.window.until_page(f"page.querySelector('[data-row=\"{row}\"]').hasAttribute('data-chosen')")
        self.window.until_page("page.hasFocus()")

    def choose(self, selector: str, value: str) -> None:
        """Choose in a list, as its menu would."""
        self.window.run(f"""((list) => {{
            list.value = {json.dumps(value)};
            list.dispatchEvent(new Event("change"));
        }})(document.querySelector({json.dumps(selector)}))""")

    def roles(self) -> list[str]:
        """The role that every row is marked with in the page."""
        marked: list[str] = self.window.page("[...page.querySelectorAll('[data-row]')].map((row) => row.dataset.role)")
        return marked

    def lit(self) -> list[int]:
        """The rows that are lit up in the page."""
        rows: list[int] = self.window.page(
            "[...page.querySelectorAll('[data-lit]')].map((row) => Number(row.dataset.row))"
        )
        return rows

    def saved(self, folder: Path, name: str) -> Path:
        """The file of that name that the page has saved to a folder, once it is complete."""
        self.window.happens(lambda: (folder / name).is_file() and (folder / name).stat().st_size)
        return folder / name
