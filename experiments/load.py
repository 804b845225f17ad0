"""The service under load, beside the bare library on the same pages in the same run.

    python -m experiments.load [--seconds 120] [--clients 200] [--workers 2] [--data DIR] [--kill]

Needs wrk (`apt-get install wrk`). The library runs before and after the service, in as many processes as the service
has workers, each with the pages in its memory. The service gets the same pages from wrk over the loopback, on the same
machine, so that what wrk itself costs counts against the service. Where other programs use the machine too, the
processor time of a page says more than the pages of a second.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import shutil
import signal
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from urllib.request import urlopen

from kaensan.errors import UsageError
from kaensan.gold import datasets
from kaensan.serve.samples import read_sample, samples

__all__ = ["Bare", "Loaded", "main", "measure_bare", "measure_service"]

_SCRIPT = """
local folder, count = {folder}, {count}
local bodies, at = {{}}, 0
local threads = {{}}
function setup(thread) table.insert(threads, thread) end
function init()
  for number = 0, count - 1 do
    local file = assert(io.open(folder .. "/" .. number .. ".html", "rb"))
    bodies[number + 1] = wrk.format("POST", "/v1/extract", {{["Content-Type"] = "text/html"}}, file:read("*a"))
    file:close()
  end
  counted = {{}}
end
function request() at = at % count + 1; return bodies[at] end
function response(status) local key = tostring(status); counted[key] = (counted[key] or 0) + 1 end
function done(summary, latency)
  local total = {{}}
  for _, thread in ipairs(threads) do
    for status, number in pairs(thread:get("counted") or {{}}) do total[status] = (total[status] or 0) + number end
  end
  local parts = {{}}
  for status, number in pairs(total) do table.insert(parts, string.format('"%s":%d', status, number)) end
  io.write("RESULT {{\\"statuses\\":{{" .. table.concat(parts, ",") .. "}},")
  io.write(string.format('"seconds":%.3f,"connect":%d,"read":%d,"write":%d,"timeout":%d,', summary.duration / 1e6,
    summary.errors.connect, summary.errors.read, summary.errors.write, summary.errors.timeout))
  io.write(string.format('"p50":%.1f,"p90":%.1f,"p99":%.1f,"max":%.1f}}\\n', latency:percentile(50) / 1e3,
    latency:percentile(90) / 1e3, latency:percentile(99) / 1e3, latency.max / 1e3))
end
"""
_BARE = """
import json, sys, time
from pathlib import Path
from kaensan.serve.work import Sent, Task, work
pages = [path.read_bytes() for path in sorted(Path(sys.argv[1]).glob("*.html"))]
for page in pages[:3]: work(Task("extract", Sent(page)))
print("ready", flush=True); sys.stdin.readline()
end = time.perf_counter() + float(sys.argv[2]); done = 0; busy = time.process_time()
while time.perf_counter() < end:
    work(Task("extract", Sent(pages[done % len(pages)]))); done += 1
print(json.dumps([done, time.process_time() - busy]), flush=True)
"""
_ONE_THREAD = {"OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"}


@dataclass(frozen=True)
class Bare:
    """The library alone."""

    pages: int
    seconds: float
    processor: float
    """seconds of processor time"""

    @property
    def rate(self) -> float:
        return self.pages / self.seconds


@dataclass
class Loaded:
    """The service under load."""

    statuses: dict[str, int]
    seconds: float
    errors: dict[str, int]
    latency: dict[str, float]
    """milliseconds: p50, p90, p99, max"""
    processor: float
    """seconds of processor time of the service and its workers"""
    memory: list[float] = field(default_factory=list)
    """MiB of the service and its workers together, a number a second"""
    killed: int = 0

    @property
    def answered(self) -> int:
        return self.statuses.get("200", 0)

    @property
    def rate(self) -> float:
        return self.answered / self.seconds


def measure_bare(folder: Path, seconds: float, processes: int) -> Bare:
    """Pages that the library does in so many processes, each with all pages in its memory."""
    command = [sys.executable, "-c", _BARE, str(folder), str(seconds)]
    environment = os.environ | _ONE_THREAD
    running = [
        subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=environment)
        for _ in range(processes)
    ]
    for process in running:
        assert process.stdout is not None
        process.stdout.readline()
    results = [json.loads(process.communicate("go\n")[0]) for process in _told(running)]
    return Bare(sum(done for done, _ in results), seconds, sum(busy for _, busy in results))


def _told(running: list[subprocess.Popen[str]]) -> list[subprocess.Popen[str]]:
    """Tell all processes to begin before waiting for any."""
    for process in running:
        assert process.stdin is not None
        process.stdin.write("go\n")
        process.stdin.flush()
    return running


def measure_service(folder: Path, count: int, args: argparse.Namespace) -> Loaded:
    """Load the service with wrk, watch its memory, and kill workers on the way where asked."""
    script = folder / "load.lua"
    script.write_text(_SCRIPT.format(folder=json.dumps(str(folder)), count=count))
    with _service(args.workers) as (address, pid):
        how = ["-t2", f"-c{args.clients}", f"-d{args.seconds}s", "--timeout", "60s", "-s", str(script)]
        before = _processor(pid)
        with _watched(pid, kill_after=args.seconds / 2 if args.kill else None) as watch:
            said = subprocess.run([args.wrk, *how, address], capture_output=True, text=True, check=True).stdout
        processor = _processor(pid) - before + watch.buried
    found = re.search(r"^RESULT (.*)$", said, re.M)
    assert found, said
    data = json.loads(found[1])
    errors = {name: data[name] for name in ("connect", "read", "write", "timeout")}
    latency = {name: data[name] for name in ("p50", "p90", "p99", "max")}
    return Loaded(data["statuses"], data["seconds"], errors, latency, processor, watch.memory, watch.killed)


@contextmanager
def _service(workers: int) -> Iterator[tuple[str, int]]:
    """A service of our own: its address and process number."""
    command = [sys.executable, "-m", "kaensan", "serve", "--port", "0", "--workers", str(workers)]
    with tempfile.TemporaryDirectory() as gold:
        process = subprocess.Popen([*command, "--gold", gold], stdout=subprocess.PIPE, text=True)
        try:
            assert process.stdout is not None
            found = re.search(r"http://\S+", process.stdout.readline())
            assert found, "the service did not start"
            _until_ready(found[0])
            yield found[0], process.pid
        finally:
            process.terminate()
            process.wait(60)


def _until_ready(address: str) -> None:
    for _ in range(300):
        try:
            with urlopen(f"{address}readyz"):
                return
        except OSError:
            time.sleep(0.2)
    raise UsageError("the service did not become ready within a minute")


class _Watch:
    """What is seen of the processes while the load goes on."""

    def __init__(self) -> None:
        self.memory: list[float] = []
        self.killed = 0
        self.buried = 0.0
        """processor time of the workers that were killed"""


@contextmanager
def _watched(pid: int, kill_after: float | None) -> Iterator[_Watch]:
    watch = _Watch()
    over = threading.Event()

    def look() -> None:
        began = time.monotonic()
        while not over.wait(1):
            watch.memory.append(sum(map(_memory, _family(pid))))
            if kill_after is not None and not watch.killed and time.monotonic() - began > kill_after:
                victim = _family(pid)[-1]
                watch.buried += _own_processor(victim)
                os.kill(victim, signal.SIGKILL)
                watch.killed += 1

    thread = threading.Thread(target=look, daemon=True)
    thread.start()
    try:
        yield watch
    finally:
        over.set()
        thread.join()


def _family(pid: int) -> list[int]:
    """A process and its children."""
    children: list[int] = []
    for task in Path(f"/proc/{pid}/task").glob("*"):
        try:
            children += map(int, (task / "children").read_text().split())
        except OSError:
            continue
    return [pid, *sorted(children)]


def _memory(pid: int) -> float:
    try:
        return int(Path(f"/proc/{pid}/statm").read_bytes().split()[1]) * os.sysconf("SC_PAGE_SIZE") / (1 << 20)
    except OSError:
        return 0.0


def _processor(pid: int) -> float:
    return sum(map(_own_processor, _family(pid)))


def _own_processor(pid: int) -> float:
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return 0.0
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def write_pages(folder: Path, args: argparse.Namespace) -> int:
    """The pages to send: of a reference dataset, or the samples that ship with the program; how many there are."""
    if args.data is None:
        pages = [found[0] for sample in samples() if (found := read_sample(sample["name"]))]
    else:
        every = [page.html for page in datasets.load(args.data, args.dataset)]
        pages = every[:: max(len(every) // args.pages, 1)][: args.pages]
    for number, page in enumerate(pages):
        (folder / f"{number}.html").write_bytes(page)
    return len(pages)


def report(bare: Sequence[Bare], loaded: Loaded, args: argparse.Namespace) -> str:
    """The figures in words."""
    pages, seconds = sum(one.pages for one in bare), sum(one.seconds for one in bare)
    cost = 1000 * sum(one.processor for one in bare) / max(pages, 1)
    served = 1000 * loaded.processor / max(loaded.answered, 1)
    others = {status: count for status, count in sorted(loaded.statuses.items()) if status != "200"}
    memory = loaded.memory
    early, late = memory[len(memory) // 6 : len(memory) // 3] or memory, memory[-(len(memory) // 6 or 1) :]
    lines = [
        f"{args.workers} workers, {args.clients} clients, {loaded.seconds:.0f} s",
        f"library   {pages / seconds:8.1f} pages/s {cost:8.2f} ms of processor a page",
        f"service   {loaded.rate:8.1f} pages/s {served:8.2f} ms of processor a page",
        f"share     {loaded.rate * seconds / pages:8.1%} of the pages a second {cost / served:8.1%} by processor time",
        "latency   " + ", ".join(f"{name} {value:,.0f} ms" for name, value in loaded.latency.items()),
        f"answers   {loaded.answered:,} with 200; others: {others or 'none'}; broken connections: {loaded.errors}",
        f"memory    {statistics.fmean(early):,.0f} MiB early, {statistics.fmean(late):,.0f} MiB late, "
        f"{max(memory):,.0f} MiB at most",
        f"killed    {loaded.killed} workers by kill -9 on the way",
    ]
    return "\n".join(lines)


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(prog="python -m experiments.load", description=__doc__)
    parser.add_argument("--seconds", type=int, default=120, help="of load (120); the library gets a quarter")
    parser.add_argument("--clients", type=int, default=200)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--data", type=Path, help="folder of the reference pages; else the sample pages are sent")
    parser.add_argument("--dataset", default="wcxb.dev")
    parser.add_argument("--pages", type=int, default=100, help="how many pages of the dataset (100)")
    parser.add_argument("--kill", action="store_true", help="kill -9 a worker half-way")
    args = parser.parse_args(arguments)
    args.wrk = shutil.which("wrk")
    if args.wrk is None:
        raise UsageError("the load is made by wrk; install wrk with `apt-get install wrk`")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        count = write_pages(folder, args)
        short = max(args.seconds / 8, 1)
        bare = [measure_bare(folder, short, args.workers)]
        loaded = measure_service(folder, count, args)
        bare.append(measure_bare(folder, short, args.workers))
    print(report(bare, loaded, args))
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
