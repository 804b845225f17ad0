"""The pool keeps every promise of its tasks, whatever one of them does."""

from __future__ import annotations

import os
import platform
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from concurrent.futures import CancelledError
from pathlib import Path
from typing import Any

import pytest
from deadly_work import fail_to_set_up, perform, set_up

from kaensan.errors import KaensanError, UsageError
from kaensan.workers import NotStarted, OutOfMemory, Pool, TimedOut, WorkerDied, memory

MB = 1 << 20


@pytest.fixture(scope="module")
def pool() -> Iterator[Pool[tuple[str, Any], Any]]:
    with Pool(perform, 2, setup=set_up, time_limit=1.5, memory_limit=600 * MB) as pool:
        yield pool


def test_results_come_back_from_other_processes(pool: Pool[tuple[str, Any], Any]) -> None:
    futures = [pool.submit(("echo", number)) for number in range(50)]
    assert [future.result() for future in futures] == list(range(50))
    assert pool.submit(("pid", None)).result() != os.getpid()


@pytest.mark.skipif(platform.libc_ver()[0] != "glibc", reason="only glibc can be told what to keep")
def test_what_a_page_took_is_kept_for_the_next(pool: Pool[tuple[str, Any], Any]) -> None:
    pages_of_memory = 20 * 3 * 3 * MB // os.sysconf("SC_PAGE_SIZE")
    assert pool.submit(("page faults", 3 * MB)).result() < pages_of_memory / 10


def test_large_tasks_and_results_pass(pool: Pool[tuple[str, Any], Any]) -> None:
    page = os.urandom(5 * MB)
    assert pool.submit(("echo", page)).result() == page


@pytest.mark.parametrize(
    ("task", "kind", "words"),
    [
        (("crash", None), WorkerDied, "SIGSEGV"),
        (("exit", 3), WorkerDied, "status 3"),
        (("hang", None), TimedOut, "more than 1.5 seconds"),
        (("eat", 4 << 30), OutOfMemory, "more than 629,145,600 bytes"),
    ],
)
def test_a_deadly_task_fails_alone(
    pool: Pool[tuple[str, Any], Any], task: tuple[str, Any], kind: type[WorkerDied], words: str
) -> None:
    before = [pool.submit(("echo", number)) for number in range(10)]
    deadly = pool.submit(task)
    after = [pool.submit(("echo", number)) for number in range(10)]
    with pytest.raises(kind, match=words) as met:
        deadly.result()
    assert type(met.value) is kind
    assert [future.result() for future in (*before, *after)] == [*range(10), *range(10)]


def test_errors_of_the_work_are_its_own(pool: Pool[tuple[str, Any], Any]) -> None:
    number = pool.submit(("pid", None)).result()
    with pytest.raises(ValueError, match="no such page"):
        pool.submit(("raise", "no such page")).result()
    with pytest.raises(KaensanError, match="OddError"):
        pool.submit(("odd error", None)).result()
    with pytest.raises(Exception, match="pickle"):
        pool.submit(("odd result", None)).result()
    assert number in pool.processes


def test_a_process_killed_between_tasks_costs_nothing(pool: Pool[tuple[str, Any], Any]) -> None:
    for number in range(5):
        assert pool.submit(("echo", number)).result() == number
        for process in pool.processes:
            os.kill(process, signal.SIGKILL)
        while pool.processes:
            time.sleep(0.01)
    assert pool.submit(("echo", 7)).result() == 7


def test_every_process_is_set_up_and_has_one_thread_for_algebra(pool: Pool[tuple[str, Any], Any]) -> None:
    assert pool.submit(("set up", None)).result() is True
    assert pool.submit(("environment", "OPENBLAS_NUM_THREADS")).result() == "1"


def test_tasks_may_come_from_several_threads(pool: Pool[tuple[str, Any], Any]) -> None:
    found: list[int] = []

    def ask(number: int) -> None:
        found.append(pool.submit(("echo", number)).result())

    threads = [threading.Thread(target=ask, args=(number,)) for number in range(20)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(found) == list(range(20))


def test_a_set_up_that_fails_is_told_by_every_task() -> None:
    with Pool(perform, 1, setup=fail_to_set_up) as pool:
        for _ in range(2):
            with pytest.raises(NotStarted, match=r"could not start.*no model"):
                pool.submit(("echo", 1)).result()


def test_closing_at_once_ends_what_is_in_work_and_drops_what_waits() -> None:
    pool = Pool(perform, 1)
    in_work = pool.submit(("hang", None))
    waiting = pool.submit(("echo", 1))
    while not in_work.running():
        time.sleep(0.01)
    pool.close(finish=False)
    with pytest.raises(WorkerDied):
        in_work.result()
    with pytest.raises(CancelledError):
        waiting.result()
    assert pool.processes == ()
    with pytest.raises(UsageError, match="closed"):
        pool.submit(("echo", 1))


def test_closing_in_peace_finishes_what_waits() -> None:
    with Pool(perform, 1) as pool:
        futures = [pool.submit(("echo", number)) for number in range(5)]
    assert [future.result() for future in futures] == list(range(5))


def test_what_cannot_travel_is_refused() -> None:
    with pytest.raises(UsageError, match="cannot be sent"):
        Pool(lambda task: task)
    with pytest.raises(UsageError, match="from 1"):
        Pool(perform, 0)


SCRIPT = """
import time
from kaensan.workers import Pool
def hang(task):
    print(task)
    time.sleep(600)
if __name__ == "__main__":
    with Pool(hang, 1) as pool:
        future = pool.submit(1)
        while not (future.running() and pool.processes):
            time.sleep(0.01)
        time.sleep(0.3)
        print(pool.processes[0], flush=True)
        future.result()
"""


def test_a_worker_dies_with_its_parent_even_while_it_hangs(tmp_path: Path) -> None:
    script = tmp_path / "script.py"
    script.write_text(SCRIPT)
    with subprocess.Popen([sys.executable, str(script)], stdout=subprocess.PIPE) as parent:
        assert parent.stdout is not None
        worker = int(parent.stdout.readline())
        parent.kill()
    for _ in range(100):
        if not Path(f"/proc/{worker}").exists():
            break
        time.sleep(0.05)
    assert not Path(f"/proc/{worker}").exists()


def test_workers_are_not_told_keys_and_passwords(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("AWS_SECRET_ACCESS_KEY", "secret")
    monkeypatch.setenv("KAENSAN_TOKEN", "secret")
    monkeypatch.setenv("KAENSAN_COLOUR", "blue")
    with Pool(perform, 1) as pool:
        known = [pool.submit(("environment", name)).result() for name in ("AWS_SECRET_ACCESS_KEY", "KAENSAN_TOKEN")]
        assert known == [None, None]
        assert pool.submit(("environment", "KAENSAN_COLOUR")).result() == "blue"
        assert pool.submit(("environment", "PATH")).result() == os.environ["PATH"]


def test_an_interruption_from_the_keyboard_does_not_reach_the_workers() -> None:
    with Pool(perform, 1) as pool:
        worker = pool.submit(("pid", None)).result()
        assert os.getpgid(worker) != os.getpgid(0)


def test_closing_at_once_starts_no_process_again(monkeypatch: pytest.MonkeyPatch) -> None:
    pool = Pool(perform, 2)
    waiting = [pool.submit(("echo", number)) for number in range(20)]
    pool.close(finish=False)  # the processes are still starting
    assert all(future.done() for future in waiting)
    assert pool.processes == ()


def test_memory_is_seen_where_there_is_no_proc(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("psutil")
    usual = memory.resident_bytes(os.getpid())
    monkeypatch.setattr(memory, "Path", lambda path: Path("/nonexistent") / path.strip("/"))
    assert memory.resident_bytes(os.getpid()) == pytest.approx(usual, rel=0.2)
    assert memory.resident_bytes(1 << 30) == 0


UNGUARDED = """
import kaensan
from kaensan.methods.weight import Weight
class Mine(Weight):
    pass
print([doc.text for doc in kaensan.extract_many(["<p>a", "<p>b"], method=Mine(), workers=2)])
"""


def test_a_script_without_a_main_guard_is_told_so_in_one_sentence(tmp_path: Path) -> None:
    script = tmp_path / "script.py"
    script.write_text(UNGUARDED)
    done = subprocess.run([sys.executable, str(script)], capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 1
    assert done.stderr.count("Traceback") == 1  # that of the script itself
    assert done.stderr.splitlines()[-1].endswith(
        'the script starts worker processes while it is imported; put what it does under if __name__ == "__main__":'
    )


def test_a_script_that_uses_methods_by_name_needs_no_main_guard(tmp_path: Path) -> None:
    script = tmp_path / "script.py"
    script.write_text(UNGUARDED.replace("Mine()", '"weight"'))
    done = subprocess.run([sys.executable, str(script)], capture_output=True, text=True, timeout=120, check=False)
    assert (done.stdout, done.stderr) == ("['a', 'b']\n", "")
