"""What the arguments of a run name."""

from __future__ import annotations

from pathlib import Path

import fsspec
import pytest
from archives import page, pages_in, shard_of, write_warc

from kaensan.batch.options import Options
from kaensan.batch.records import Record
from kaensan.batch.shards import find_shards
from kaensan.batch.sources import source_of
from kaensan.errors import InputError, UsageError


def test_names_tell_kinds_and_outputs(tmp_path: Path) -> None:
    for name in ("a.warc.gz", "b.wet.zst", "c.parquet", "d.jsonl.gz", "list.txt"):
        (tmp_path / name).touch()
    shards = find_shards([str(tmp_path)])
    assert [(shard.kind, shard.name) for shard in shards] == [
        ("warc", "a"),
        ("warc", "b"),
        ("parquet", "c"),
        ("jsonl", "d"),
        ("urls", "list"),
    ]


def test_html_files_are_one_shard_together(tmp_path: Path) -> None:
    for name in ("1.html", "2.html"):
        (tmp_path / name).write_bytes(page(0))
    pattern = str(tmp_path / "*.html")
    for given in (str(tmp_path), pattern):
        (shard,) = find_shards([given])
        assert (shard.kind, shard.location) == ("html", given)


def test_inputs_of_one_name_have_outputs_of_their_own_and_repeats_count_once(tmp_path: Path) -> None:
    for folder in ("x", "y"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "a.warc.gz").touch()
    shards = find_shards([str(tmp_path / "x"), str(tmp_path / "*" / "a.warc.gz")])
    assert [shard.name for shard in shards] == ["a", "a-2"]


def test_what_cannot_be_told_is_asked_for(tmp_path: Path) -> None:
    (tmp_path / "mystery").touch()
    with pytest.raises(InputError, match="--kind"):
        find_shards([str(tmp_path / "mystery")])
    assert find_shards([str(tmp_path / "mystery")], "jsonl")[0].kind == "jsonl"
    for missing, words in (("none.warc", "there is no"), ("*.warc", "no file matches")):
        with pytest.raises(InputError, match=words):
            find_shards([str(tmp_path / missing)])
    (tmp_path / "empty").mkdir()
    with pytest.raises(InputError, match="holds no pages"):
        find_shards([str(tmp_path / "empty")])
    with pytest.raises(UsageError, match="cannot be opened"):
        find_shards(["nonsense://a.warc"])


def test_addresses_of_other_file_systems_are_read_alike(tmp_path: Path) -> None:
    local = write_warc(tmp_path / "a.warc.gz", [page(number) for number in range(3)])
    memory = fsspec.filesystem("memory")
    memory.pipe_file("/deep/a.warc.gz", local.read_bytes())
    memory.pipe_file("/deep/page.html", page(7))
    (shard,) = find_shards(["memory://deep/*.warc.gz"])
    assert shard.size == local.stat().st_size
    options = Options()
    (chunk,) = source_of("warc").chunks(shard, 0, options)
    assert list(source_of("warc").records(chunk, options)) == pages_in(local)
    (html,) = find_shards(["memory://deep/page.html"])
    (chunk,) = source_of("html").chunks(html, 0, options)
    (found,) = source_of("html").records(chunk, options)
    assert isinstance(found, Record)
    assert found.content == page(7)
    assert shard_of(local).compression == "gz"
