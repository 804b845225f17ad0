"""A disk that is full ends a run with a sentence, and nothing that was put away is lost."""

from __future__ import annotations

import errno
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from archives import inline, page, rows_of, write_warc

from kaensan.batch import output
from kaensan.batch.extractor import Extractor
from kaensan.batch.options import Options, Running
from kaensan.batch.run import run
from kaensan.batch.sources import warc
from kaensan.errors import KaensanError

SCRIPT = """
import resource, sys
from kaensan.batch import Options, Running, run
from kaensan.errors import KaensanError
if __name__ == "__main__":
    resource.setrlimit(resource.RLIMIT_FSIZE, (60_000, resource.RLIM_INFINITY))
    try:
        run([sys.argv[1]], sys.argv[2], Options(method="weight"), Running(workers=1))
    except KaensanError as error:
        print(error)
"""


def test_a_file_that_may_not_grow_ends_the_run_in_a_state_to_go_on_from(tmp_path: Path) -> None:
    archive = write_warc(tmp_path / "a.warc.gz", [page(n, f"{n} " + os.urandom(600).hex()) for n in range(100)])
    script = tmp_path / "script.py"
    script.write_text(SCRIPT)
    command = [sys.executable, str(script), str(archive), str(tmp_path / "out")]
    told = subprocess.run(command, capture_output=True, text=True, check=True, timeout=120).stdout
    assert "cannot be written (File too large); nothing that was put away is lost" in told
    assert not (tmp_path / "out/a.parquet").exists()
    extractor = Extractor(Options(method="weight"))
    run([str(archive)], tmp_path / "out", extractor, Running(engine=inline(extractor)))
    assert [row["title"] for row in rows_of(tmp_path / "out/a.parquet")] == [f"Page {n}" for n in range(100)]


@pytest.mark.parametrize("writes", [0, 1, 2, 3, 5, 8])
def test_a_disk_that_is_full_at_any_write_can_be_mended(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, writes: int
) -> None:
    monkeypatch.setattr(warc, "PAGES_A_PART", 4)
    archives = [str(write_warc(tmp_path / f"{n}.warc.gz", [page(10 * n + m) for m in range(10)])) for n in range(2)]
    extractor = Extractor(Options(method="weight", duplicates="exact", chunk=600))
    run(archives, tmp_path / "whole", extractor, Running(engine=inline(extractor)))
    left, sync = [writes], output._sync

    def full(file: Any) -> None:
        if not left[0]:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        left[0] -= 1
        sync(file)

    monkeypatch.setattr(output, "_sync", full)
    with pytest.raises(KaensanError, match=r"No space left on device.*run the same command again"):
        run(archives, tmp_path / "out", extractor, Running(engine=inline(extractor)))
    monkeypatch.setattr(output, "_sync", sync)
    run(archives, tmp_path / "out", extractor, Running(engine=inline(extractor)))
    for name in ("0.parquet", "1.parquet"):
        assert (tmp_path / "out" / name).read_bytes() == (tmp_path / "whole" / name).read_bytes()
    assert not list((tmp_path / "out/.kaensan").glob("parts/*"))
