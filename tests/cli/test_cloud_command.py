"""`kaensan cloud` takes pages, texts, folders and tables, and says what it could not read."""

import gzip
import json
from pathlib import Path

import pyarrow
import pytest
import zstandard
from pyarrow import parquet

from kaensan.cli import main

PAGE = """<html><head><title>ข่าว</title></head><body><nav><a href="/">หน้าแรก</a> <a href="/x">ติดต่อเรา</a></nav>
<article><p>เช้านี้น้ำท่วมถนนริมแม่น้ำสายหลัก เจ้าหน้าที่เร่งสูบน้ำท่วมขังออกจากตลาดสดและโรงเรียนใกล้เคียง</p>
<p>ชาวบ้านบอกว่าน้ำท่วมครั้งนี้หนักกว่าทุกปี แม่น้ำเอ่อล้นตลิ่งตั้งแต่เที่ยงคืนและยังไม่มีทีท่าว่าจะลดลงง่าย ๆ</p></article></body></html>"""


def terms_in(output: str) -> dict[str, int]:
    rows = (line.split("\t") for line in output.splitlines())
    return {term: int(count) for term, count, _ in rows}


def run(capsys: pytest.CaptureFixture[str], *arguments: object) -> tuple[int, str, str]:
    status = main(["cloud", *map(str, arguments)])
    printed = capsys.readouterr()
    return status, printed.out, printed.err


def test_a_page_gives_the_terms_of_its_content(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "page.html").write_bytes(PAGE.encode("cp874"))
    status, out, err = run(capsys, tmp_path / "page.html", "--method", "xpath")
    assert (status, err) == (0, "")
    assert terms_in(out)["น้ำท่วม"] == 3
    assert "ติดต่อ" not in out


def test_a_folder_is_one_cloud(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "deep").mkdir()
    (tmp_path / "a.txt").write_text("ช้าง ช้าง", encoding="utf-8")
    (tmp_path / "deep" / "b.txt").write_text("ช้าง เสือ", encoding="utf-8")
    (tmp_path / "ignored.bin").write_bytes(b"\x00")
    status, out, _ = run(capsys, tmp_path)
    assert status == 0
    assert terms_in(out) == {"ช้าง": 3, "เสือ": 1}


def test_batch_output_is_read_in_every_form(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    rows = [{"url": "u", "text": "ช้าง เสือ"}, {"text": "ช้าง"}]
    lines = "".join(json.dumps(row) + "\n" for row in rows).encode()
    (tmp_path / "a.jsonl").write_bytes(lines)
    (tmp_path / "b.jsonl.gz").write_bytes(gzip.compress(lines))
    (tmp_path / "c.jsonl.zst").write_bytes(zstandard.ZstdCompressor().compress(lines))
    parquet.write_table(pyarrow.Table.from_pylist(rows), tmp_path / "d.parquet")
    for name in ("a.jsonl", "b.jsonl.gz", "c.jsonl.zst", "d.parquet"):
        status, out, err = run(capsys, tmp_path / name)
        assert (status, err) == (0, "")
        assert terms_in(out) == {"ช้าง": 2, "เสือ": 1}


def test_what_cannot_be_read_is_named_and_the_rest_goes_on(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "good.txt").write_text("ช้าง", encoding="utf-8")
    (tmp_path / "rows.jsonl").write_text('{"text": "เสือ"}\nbroken\n[1]\n', encoding="utf-8")
    (tmp_path / "bad.parquet").write_bytes(b"no table")
    (tmp_path / "empty").mkdir()
    names = ["good.txt", "rows.jsonl", "bad.parquet", "missing.html", "empty"]
    status, out, err = run(capsys, *(tmp_path / name for name in names))
    assert status == 1
    assert terms_in(out) == {"ช้าง": 1, "เสือ": 1}
    for named in ("rows.jsonl:2", "rows.jsonl:3", "bad.parquet", "missing.html", "empty: the folder holds no page"):
        assert named in err


def test_nothing_readable_fails(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    status, out, err = run(capsys, tmp_path / "missing.txt")
    assert (status, out) == (1, "")
    assert "No such file" in err


def test_the_ending_of_the_output_names_the_format(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "a.txt").write_text("ช้าง เสือ", encoding="utf-8")
    status, out, _ = run(capsys, tmp_path / "a.txt", "-o", tmp_path / "cloud.svg", "--theme", "dark", "--width", 300)
    assert (status, out) == (0, "")
    assert 'width="300"' in (tmp_path / "cloud.svg").read_text(encoding="utf-8")
    status, _, err = run(capsys, tmp_path / "a.txt", "-o", tmp_path / "cloud.gif")
    assert status == 2
    assert "svg, png, html, json, txt" in err


def test_two_sets_are_compared(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "a.txt").write_text("แมว " * 30, encoding="utf-8")
    (tmp_path / "b.txt").write_text("หมา " * 30, encoding="utf-8")
    status, out, _ = run(capsys, "--compare", tmp_path / "a.txt", tmp_path / "b.txt", "--format", "json")
    assert status == 0
    leaning = {term["text"]: term["leaning"] for term in json.loads(out)["terms"]}
    assert leaning["แมว"] > 0.9
    assert leaning["หมา"] < -0.9


def test_options_reach_the_terms(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "a.txt").write_text("บุษบงยา ช้าง ช้าง เสือ เสือ หมา", encoding="utf-8")
    (tmp_path / "names.txt").write_text("บุษบงยา\n", encoding="utf-8")
    status, out, _ = run(
        capsys, tmp_path / "a.txt", "--dictionary", tmp_path / "names.txt", "--ignore", "หมา", "--terms", 3
    )
    assert status == 0
    assert terms_in(out) == {"ช้าง": 2, "เสือ": 2, "บุษบงยา": 1}
    status, out, _ = run(capsys, tmp_path / "a.txt", "--fewest", 2, "--engine", "nlpo3")
    assert terms_in(out) == {"ช้าง": 2, "เสือ": 2}


@pytest.mark.parametrize(
    "arguments",
    [
        [],
        ["a.txt", "--compare", "a.txt", "b.txt"],
        ["a.txt", "--terms", "0"],
        ["a.txt", "--width", "1"],
        ["a.txt", "--dictionary", "missing.txt"],
        ["a.txt", "--font", "a.txt", "--format", "svg"],
        ["a.txt", "--weight", "tfidf"],
        ["a.html", "--method", "no-such-method"],
        ["a.txt", "--format", "gif"],
    ],
)
def test_wrong_usage_is_answered_with_a_sentence(
    arguments: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("a.txt").write_text("ช้าง", encoding="utf-8")
    Path("a.html").write_text(PAGE, encoding="utf-8")
    try:
        status = main(["cloud", *arguments])
    except SystemExit as stopped:  # argparse
        status = int(str(stopped.code))
    assert status == 2
    assert "kaensan" in capsys.readouterr().err


def test_a_picture_says_what_it_lacks(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "a.txt").write_text("ช้าง " * 30 + "שלום", encoding="utf-8")
    status, _, err = run(capsys, tmp_path / "a.txt", "-o", tmp_path / "cloud.png", "--scale", 1)
    assert status == 0
    assert "no letters for Hebrew" in err
