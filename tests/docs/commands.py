"""The commands of the documentation: which of them a test may run, and how it runs them.

Nothing is given to a shell. What runs is on a list: commands of `kaensan` that read files in the reader's folder and
write there, joined by pipes or sent to a file. All else (installations, downloads, servers, placeholders) is read only.
"""

from __future__ import annotations

import io
import re
import shlex
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from documentation import Block

from kaensan.cli import main

__all__ = ["Command", "commands", "run_command"]

_RUN = frozenset(
    ["extract", "compare", "methods", "demo", "cloud", "thread", "batch", "site", "models", "completion", "manual"]
)
"""the commands that need neither a network nor reference pages, and that end by themselves"""
_PLACEHOLDER = re.compile(r"[\[\]…]|\.\.\.|\b(?:SOURCE|DIR|FILE|FOLDER|HOST|SITE|URL|OUT|PAGE|INPUT|STORE|METHOD)\b")
_OUTSIDE = re.compile(r"^(?:/|~|\$|\.\.)|://")
"""a word that leads out of the reader's folder: a path from the root, of a home or above, a variable, an address"""
_ADDRESSES = frozenset({"--url", "--host"})
"""options whose value is an address that is not fetched"""


@dataclass(frozen=True)
class Command:
    """A command line and what the page shows that it prints."""

    line: str
    output: str
    """empty where the page shows none"""

    @property
    def words(self) -> list[str]:
        """The words and operators of the line, as a shell would split it."""
        split = shlex.shlex(self.line, posix=True, punctuation_chars="|<>&;")
        split.whitespace_split = True
        return list(split)

    @property
    def stages(self) -> list[list[str]]:
        """The commands that pipes join, without the file that takes the output."""
        stages: list[list[str]] = [[]]
        for word in self.words:
            if word == "|":
                stages.append([])
            else:
                stages[-1].append(word)
        if ">" in stages[-1]:
            stages[-1] = stages[-1][: stages[-1].index(">")]
        return stages

    @property
    def target(self) -> str | None:
        """The file that takes the output."""
        words = self.words
        return words[-1] if len(words) > 2 and words[-2] == ">" else None

    @property
    def is_synopsis(self) -> bool:
        """Whether the line shows the form of a command instead of a command."""
        return bool(_PLACEHOLDER.search(self.line))

    @property
    def may_run(self) -> bool:
        """Whether a test runs it."""
        if self.is_synopsis or (self.target and _OUTSIDE.search(self.target)):
            return False
        return all(map(_stage_may_run, self.stages))


def _stage_may_run(words: list[str]) -> bool:
    if words[:2] == ["mkdir", "-p"]:
        return not any(_OUTSIDE.search(word) for word in words)
    if len(words) < 2 or words[0] != "kaensan" or words[1] not in _RUN:
        return False
    before = ["", *words]
    stays = all(not _OUTSIDE.search(word) or before[at] in _ADDRESSES for at, word in enumerate(words))
    return stays and not {"<", ">", ">>", "&", "&&", ";", "||", "--render", "ray"} & set(words)


def commands(block: Block) -> Iterator[Command]:
    """The command lines of a block; in one with prompts, the lines after a command are what it prints."""
    lines = block.code.replace("\\\n", " ").splitlines()
    prompt = any(line.startswith("$ ") for line in lines)
    line, output = "", []
    for text in lines:
        if prompt and not text.startswith("$ "):
            output.append(text)
            continue
        if line:
            yield Command(line, "\n".join(output).rstrip())
        output = []
        line = " ".join(re.sub(r"(?:^|\s+)#\s.*$", "", text.removeprefix("$ ")).split())
    if line:
        yield Command(line, "\n".join(output).rstrip())


def run_command(command: Command, capture: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> str:
    """Run a command in this process, in the folder of the test, and return what it prints."""
    printed = ""
    for words in command.stages:
        if words[0] == "mkdir":
            for folder in words[2:]:
                Path(folder).mkdir(parents=True, exist_ok=True)
            continue
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(printed.encode())))
        capture.readouterr()
        status = main([name for word in words[1:] for name in _expanded(word)])
        printed, errors = capture.readouterr()
        assert status == 0, f"{command.line}: status {status}: {errors}"
    if command.target:
        Path(command.target).write_text(printed, encoding="utf-8")
        return ""
    return printed


def _expanded(word: str) -> list[str]:
    """The files that a pattern names; the word itself where it is none."""
    return sorted(map(str, Path().glob(word))) or [word] if "*" in word else [word]
