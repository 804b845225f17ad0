"""Inputs that are damaged, deadly, or change while a run is away, and what a batch run makes of them.

    python -m experiments.bad_inputs [--workers N]

All damaged inputs go through one run beside an archive that is whole; then runs are stopped half-way, something is
changed, and they go on; then four runs want one folder. A line for each kind says what became of it. What must hold:
the run ends, every page of the whole archive is there once, and what was lost has a reason.
"""

from __future__ import annotations

import argparse
import gzip
import json
import multiprocessing
import os
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Generator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from experiments.made_archives import made_page, warc_record, write_archive
from kaensan.batch.events import Done, Ended, Event
from kaensan.batch.extractor import Extractor
from kaensan.batch.options import Limits, Options, Running
from kaensan.batch.run import run
from kaensan.batch.shards import Shard
from kaensan.batch.sources import source_of, warc
from kaensan.errors import KaensanError

__all__ = ["CHANGES", "DAMAGED", "main"]

_PAGES = 12
_OPTIONS = Options(method="weight", chunk=600, limits=Limits(seconds=10.0, memory=1 << 30))
_GOOD = [(f"http://example.org/{number}", made_page(number)) for number in range(_PAGES)]
_RECORD = warc_record("http://example.org/bad", made_page(99))
_LINE = json.dumps({"url": "http://example.org/1", "html": made_page(1).decode()}).encode() + b"\n"


def _members(*records: bytes) -> bytes:
    return b"".join(gzip.compress(record, 1, mtime=0) for record in records)


def _length(stated: bytes) -> bytes:
    head, _, rest = _RECORD.partition(b"Content-Length: ")
    return head + b"Content-Length: " + stated + b"\r\n" + rest.partition(b"\r\n")[2]


def _http(head: bytes, body: bytes) -> bytes:
    content = head + b"\r\n\r\n" + body
    start = b"WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: http://example.org/x\r\n"
    kind = b"Content-Type: application/http; msgtype=response\r\nContent-Length: %d\r\n\r\n" % len(content)
    return start + kind + content + b"\r\n\r\n"


_WHOLE = _members(_RECORD, _RECORD, _RECORD)
_OK = b"HTTP/1.1 200 OK\r\nContent-Type: text/html"

DAMAGED: dict[str, tuple[str, Callable[[], bytes]]] = {
    "an archive cut in a record": ("warc.gz", lambda: _WHOLE[: len(_WHOLE) // 2]),
    "a byte changed in an archive": ("warc.gz", lambda: _WHOLE[:300] + bytes([_WHOLE[300] ^ 255]) + _WHOLE[301:]),
    "an empty archive": ("warc.gz", lambda: b""),
    "an archive of random bytes": ("warc.gz", lambda: bytes(range(256)) * 40),
    "text that is called an archive": ("warc.gz", lambda: b"hello, this is no archive\n" * 50),
    "a record of 10^30 bytes": ("warc.gz", lambda: _members(_length(b"1" + b"0" * 30), _RECORD)),
    "a record of -5 bytes": ("warc.gz", lambda: _members(_length(b"-5"), _RECORD)),
    "a record that says it is shorter": ("warc.gz", lambda: _members(_length(b"20"), _RECORD)),
    "a record that says it is longer": ("warc.gz", lambda: _members(_length(b"99999"), _RECORD)),
    "a record without its first line": ("warc.gz", lambda: _members(_RECORD[10:], _RECORD)),
    "a record that swells to 300 MB": ("warc.gz", lambda: _members(_http(_OK, b"<p>" + b" " * (300 << 20)), _RECORD)),
    "a head of 5 MB": ("warc.gz", lambda: _members(_RECORD[:20] + b"X: " + b"y" * (5 << 20) + b"\r\n" + _RECORD[20:])),
    "no HTTP head": ("warc.gz", lambda: _members(_http(b"", b""), _RECORD)),
    "a broken chunked body": (
        "warc.gz",
        lambda: _members(_http(_OK + b"\r\nTransfer-Encoding: chunked", b"zz\r\n<p>x\r\n0"), _RECORD),
    ),
    "a body that is not gzip as it says": (
        "warc.gz",
        lambda: _members(_http(_OK + b"\r\nContent-Encoding: gzip", b"<p>plain"), _RECORD),
    ),
    "an archive compressed as a whole": ("warc.gz", lambda: gzip.compress(_RECORD * 3)),
    "an archive within an archive": ("warc.gz", lambda: _members(_http(_OK, _WHOLE), _RECORD)),
    "junk between records": ("warc.gz", lambda: _members(_RECORD) + b"\0junk\xff" * 99 + _members(_RECORD)),
    "an archive uncompressed, cut": ("warc", lambda: (_RECORD * 3)[:-50]),
    "a line of 200,000 brackets": ("jsonl", lambda: b"[" * 200_000 + b"\n" + _LINE),
    "a line that is not UTF-8": ("jsonl", lambda: b'{"html": "\xff\xfe<p>x"}\n' + _LINE),
    "half of a surrogate pair": ("jsonl", lambda: b'{"html": "<p>\\ud800 text"}\n' + _LINE),
    "a number of 5,000 digits": ("jsonl", lambda: b'{"html": "<p>x", "n": ' + b"9" * 5000 + b"}\n" + _LINE),
    "a line without a page": ("jsonl", lambda: b'{"text": "no html"}\n' + _LINE),
    "a page that is null": ("jsonl", lambda: b'{"html": null}\n' + _LINE),
    "a page that is a number": ("jsonl", lambda: b'{"html": 5}\n' + _LINE),
    "a line that is a list": ("jsonl", lambda: b"[1, 2]\n" + _LINE),
    "a line of 80 MB": ("jsonl", lambda: b'{"html": "' + b"x" * (80 << 20) + b'"}\n' + _LINE),
    "a BOM and CRLF": ("jsonl", lambda: b"\xef\xbb\xbf" + _LINE.replace(b"\n", b"\r\n")),
    "zero bytes": ("jsonl", lambda: b"\0" * 5000 + b"\n" + _LINE),
    "no line end at the end": ("jsonl", lambda: _LINE + _LINE[:-1]),
    "lines cut in gzip": ("jsonl.gz", lambda: gzip.compress(_LINE * 50)[:-40]),
    "lines that are not zstd": ("jsonl.zst", lambda: b"no zstd at all"),
    "a parquet file that is none": ("parquet", lambda: b"PAR1 and nothing else"),
    "a parquet file of 4 bytes": ("parquet", lambda: b"PAR1"),
}
"""inputs of which something is lost: what their names end in, and their bytes"""


def _in_one_process(stop: int | None) -> Callable[[Sequence[tuple[Shard, int]]], Generator[Event, None, None]]:
    """An engine without workers, which is interrupted after so many chunks."""

    def engine(shards: Sequence[tuple[Shard, int]]) -> Generator[Event, None, None]:
        extractor, done = Extractor(_OPTIONS), 0
        for shard, start in shards:
            for chunk in source_of(shard.kind).chunks(shard, start, _OPTIONS):
                if done == stop:
                    raise KeyboardInterrupt
                yield Done(shard, chunk, extractor(chunk))
                done += 1
            yield Ended(shard)

    return engine


def _swap(path: Path) -> None:
    path.write_bytes(write_archive(path.with_name("swap"), [(url, made_page(7)) for url, _ in _GOOD]).read_bytes())


def _damage(path: Path) -> None:
    content = bytearray(path.read_bytes())
    content[len(content) // 2] ^= 255
    path.write_bytes(content)


def _part(out: Path) -> Path:
    return sorted(out.glob(".kaensan/parts/*/*"))[0]


def _to_folder(archive: Path) -> None:
    archive.unlink()
    archive.mkdir()


CHANGES: dict[str, tuple[Callable[[Path, Path], object], bool]] = {
    "nothing": (lambda archive, out: None, True),
    "the input is another": (lambda archive, out: _swap(archive), False),
    "a byte of the input is another": (lambda archive, out: _damage(archive), False),
    "the input has grown": (lambda archive, out: archive.write_bytes(archive.read_bytes() + _WHOLE), False),
    "the input is shorter": (lambda archive, out: archive.write_bytes(archive.read_bytes()[:-100]), False),
    "the input has gone": (lambda archive, out: archive.unlink(), False),
    "the input is a folder": (lambda archive, out: _to_folder(archive), False),
    "a part is damaged": (lambda archive, out: _damage(_part(out)), True),
    "a part is empty": (lambda archive, out: _part(out).write_bytes(b""), True),
    "a part has gone": (lambda archive, out: _part(out).unlink(), True),
    "the ledger is damaged": (lambda archive, out: (out / ".kaensan/ledger.sqlite").write_bytes(b"x" * 9000), False),
    "the ledger is empty": (lambda archive, out: (out / ".kaensan/ledger.sqlite").write_bytes(b""), True),
    "a foreign output lies there": (lambda archive, out: (out / "0.parquet").write_bytes(b"mine"), True),
}
"""what happens between two runs, and whether the second comes to its end without more"""


def _short(said: str, folder: Path) -> str:
    """The beginning of a sentence, without the folder of this experiment."""
    return said.replace(f"{folder}/", "")[:90]


def _rows(path: Path) -> list[str]:
    import pyarrow.parquet as pq

    return [str(url) for url in pq.read_table(path, columns=["url"])["url"].to_pylist()]


def damaged_inputs(folder: Path, workers: int) -> Counter[str]:
    """One run over all damaged inputs and one that is whole."""
    told: Counter[str] = Counter()
    whole = write_archive(folder / "whole.warc.gz", _GOOD)
    inputs = {}
    for number, (kind, (ending, make)) in enumerate(DAMAGED.items()):
        path = folder / f"bad{number}.{ending}"
        path.write_bytes(make())
        inputs[str(path)] = kind
    out = folder / "out"
    statistics = run([*inputs, str(whole)], out, _OPTIONS, Running(workers=workers))
    told.update({what: count for what, count in statistics.counts.items() if what.startswith(("lost: ", "failed"))})
    for location, kind in inputs.items():
        table = out / f"{Path(location).name.split('.')[0]}.parquet"
        rows = len(_rows(table)) if table.exists() else 0
        reason = statistics.failed.get(location, "")
        print(f"| {kind} | {rows} rows{', ' + _short(reason, folder) if reason else ''} |")
        told["damaged inputs"] += 1
    told["pages of the whole archive lost or doubled"] += _rows(out / "whole.parquet") != [url for url, _ in _GOOD]
    return told


def changed_inputs(folder: Path) -> Counter[str]:
    """Runs that are stopped half-way, after which something changes."""
    told: Counter[str] = Counter()
    warc.PAGES_A_PART = 2
    for number, (kind, (change, ends)) in enumerate(CHANGES.items()):
        place = folder / str(number)
        place.mkdir()
        archive, out = write_archive(place / "0.warc.gz", _GOOD), place / "out"
        before = archive.read_bytes()
        with suppress(KeyboardInterrupt):
            run([str(archive)], out, _OPTIONS, Running(engine=_in_one_process(3)))
        change(archive, out)
        said = _again(archive, out)
        ended = not said
        if said:  # put it back, or begin anew
            if archive.is_dir():
                archive.rmdir()
            archive.write_bytes(before)
            _again(archive, out, restart="ledger" in kind)
        right = _rows(out / "0.parquet") == [url for url, _ in _GOOD]
        print(f"| then {kind} | {'goes on' if ended else _short(said, place)} |")
        told["changes between runs"] += 1
        told["changes after which pages were lost or doubled"] += not right
        told["changes that were not told as expected"] += ended != ends
    return told


def _again(archive: Path, out: Path, restart: bool = False) -> str:
    """Go on with a run; what it said where it did not come to its end."""
    try:
        done = run([str(archive)], out, _OPTIONS, Running(engine=_in_one_process(None), restart=restart))
    except KaensanError as error:
        return str(error)
    return next(iter(done.failed.values()), "")


def _contender(archive: str, out: str, sending: Any) -> None:
    try:
        run([archive], out, _OPTIONS, Running(engine=_in_one_process(None)))
        sending.send("done")
    except KaensanError as error:
        sending.send(str(error))
    os._exit(0)


def four_at_once(folder: Path) -> Counter[str]:
    """Four runs that want one folder at the same time."""
    archive, out = write_archive(folder / "0.warc.gz", _GOOD * 20), folder / "out"
    fork = multiprocessing.get_context("fork")
    pipes = [fork.Pipe(duplex=False) for _ in range(4)]
    processes = [fork.Process(target=_contender, args=(str(archive), str(out), sending)) for _, sending in pipes]
    for process in processes:
        process.start()
    answers = [receiving.recv() for receiving, _ in pipes]
    for process in processes:
        process.join()
    told = Counter({"of four runs at once, done": answers.count("done"), "refused": 4 - answers.count("done")})
    told["pages lost or doubled by four at once"] += _rows(out / "0.parquet") != [url for url, _ in _GOOD * 20]
    refusal = next((answer for answer in answers if answer != "done"), "all done")
    print(f"| four runs at once | {_short(refusal, folder)} |")
    return told


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--workers", type=int, default=2)
    args = parser.parse_args(arguments)
    told: Counter[str] = Counter()
    print("| input | what became of it |\n|---|---|")
    for number, test in enumerate((lambda folder: damaged_inputs(folder, args.workers), changed_inputs, four_at_once)):
        with tempfile.TemporaryDirectory(prefix=f"kaensan{number}") as folder:
            told.update(test(Path(folder)))
    print()
    for what, count in told.items():
        print(f"{what}: {count}")
    return int(any(count for what, count in told.items() if "lost or doubled" in what))


if __name__ == "__main__":
    sys.exit(main())
