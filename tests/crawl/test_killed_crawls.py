"""A crawl that is killed goes on where it was: nothing is lost, and only what was under way is asked for again."""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from fastwarc.warc import ArchiveIterator, WarcRecordType
from model_site import Site, model_site, served

CONCURRENCY = 3


def start(site: Site, out: Path, *more: str) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", "kaensan", "crawl", site.origin, "-o", str(out), "--allow-private", "--delay", "0"]
    command += ["--concurrency", str(CONCURRENCY), *more]
    pipe = subprocess.PIPE
    return subprocess.Popen(command, stdout=pipe, stderr=pipe, text=True, preexec_fn=_listen_to_interruptions)


def _listen_to_interruptions() -> None:
    """A shell lets what it runs in the background ignore Ctrl-C, these tests and their crawls too."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def wait_for(site: Site, requests: int, process: subprocess.Popen[str]) -> None:
    while len(site.requests) < requests and process.poll() is None:
        time.sleep(0.002)


@pytest.mark.parametrize("seed", [1])
def test_a_crawl_killed_at_random_points_ends_like_one_that_was_not(tmp_path: Path, seed: int) -> None:
    out = tmp_path / "site.warc.gz"
    chance = random.Random(seed)
    kills = 0
    with served(model_site()) as site:
        for _ in range(4):
            process = start(site, out, "--extract", "--method", "xpath")
            wait_for(site, len(site.requests) + chance.randint(1, 60), process)
            time.sleep(chance.uniform(0, 0.05))
            if process.poll() is None:
                process.send_signal(signal.SIGKILL)
                kills += 1
            process.communicate()
        process = start(site, out, "--extract", "--method", "xpath")
        said, complaints = process.communicate(timeout=120)
    assert (process.returncode, complaints) == (0, "")
    assert kills == 4
    asked = site.asked()
    pages = {path for path in site.pages if not path.startswith("/private/")}
    assert {path for path in asked if path in site.pages} == pages
    again = sum(count - 1 for path, count in asked.items() if path != "/robots.txt")
    assert again <= kills * 4 * CONCURRENCY  # no more than was under way each time
    assert max(count for path, count in asked.items() if path != "/robots.txt") <= kills + 1
    with out.open("rb") as file:
        kept = [
            record.headers["WARC-Target-URI"].removeprefix(site.origin)
            for record in ArchiveIterator(file, WarcRecordType.response, verify_digests=True)
        ]
    assert len(kept) == len(set(kept))  # nothing is in the file twice, or half
    assert pages <= set(kept)
    rows = [json.loads(line)["url"] for line in out.with_name("site.jsonl").read_text("utf-8").splitlines()]
    assert sorted(rows) == sorted(site.origin + path for path in pages)
    assert said.startswith(f"{len(pages):,} pages, 0 failed, 2 left out, 0 not fetched")


def test_a_crawl_that_is_interrupted_ends_in_order_and_says_how_to_go_on(tmp_path: Path) -> None:
    out = tmp_path / "site.warc.gz"
    with served(model_site()) as site:
        site.pause = 0.05
        process = start(site, out)
        wait_for(site, 20, process)
        site.pause = 5.0  # the rest of the site does not end before the interruption, however busy the machine is
        process.send_signal(signal.SIGINT)
        said, _ = process.communicate(timeout=60)
    assert process.returncode == 130
    assert said.endswith("stopped; the same command goes on from here\n")
    done = int(said.split(" ")[0])
    assert 0 < done < len(site.pages)
    with out.open("rb") as file:
        assert sum(1 for _ in ArchiveIterator(file, WarcRecordType.response, verify_digests=True)) >= done


def test_two_crawls_do_not_share_a_job(tmp_path: Path) -> None:
    out = tmp_path / "site.warc.gz"
    with served(model_site()) as site:
        site.pause = 0.2
        first = start(site, out)
        wait_for(site, 3, first)
        second = start(site, out)
        _, complaints = second.communicate(timeout=60)
        os.kill(first.pid, signal.SIGKILL)
        first.communicate()
    assert second.returncode == 2
    assert "is running already" in complaints
