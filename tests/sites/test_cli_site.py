"""`kaensan site`, and extraction with a store and a rules file."""

from __future__ import annotations

import base64
import json
from pathlib import Path

import pytest
from site_pages import NEWS, article, news_page

from kaensan.cli import main
from kaensan.page import parse
from kaensan.sites import Store, read_rules


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Six pages of a site as files, each with its gold beside it."""
    pages = tmp_path / "pages" / "2021"
    pages.mkdir(parents=True)
    for number in range(1, 7):
        (pages / f"case-{number}.html").write_text(news_page(number).source, "utf-8")
        (pages / f"case-{number}.txt").write_text("\n".join(article(number)), "utf-8")
    return tmp_path / "pages"


@pytest.fixture
def store(tmp_path: Path, folder: Path, capsys: pytest.CaptureFixture[str]) -> Path:
    path = tmp_path / "sites.db"
    assert main(["site", "learn", str(path), str(folder), "--host", NEWS]) == 0
    assert capsys.readouterr().out == (f"{NEWS}: 6 pages counted (6 in all), 6 labelled by hand, 0 by core, 1 rule\n")
    return path


def test_rules_are_shown_as_a_person_reads_them(store: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["site", "rules", str(store), NEWS]) == 0
    shown = capsys.readouterr().out
    assert "  text    div.story-text   # on 6 of 6 pages\n  without div.promo   # on 6 of 6 pages\n" in shown
    assert f"{NEWS}   template of 6 pages, " in shown


def test_rules_are_tested_against_method_and_gold(
    store: Path, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["site", "test", str(store), str(folder), "--host", NEWS]) == 0
    *pages, summary = capsys.readouterr().out.splitlines()
    assert len(pages) == 6
    assert f"rule {NEWS} *, agreement with core" in pages[0]
    assert summary.startswith("6 pages with gold: F1 ")
    assert summary.endswith("1.000 with the store")


def test_a_site_is_forgotten(store: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["site", "forget", str(store), NEWS]) == 0
    assert main(["site", "forget", str(store), NEWS]) == 1
    assert f"nothing was known about {NEWS}" in capsys.readouterr().err
    assert main(["site", "rules", str(store), NEWS]) == 1


@pytest.mark.parametrize("form", ["yaml", "toml"])
def test_an_exported_rule_is_a_rules_file(
    store: Path, folder: Path, tmp_path: Path, form: str, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / f"rules.{form}"
    assert main(["site", "export", str(store), "-f", form, "-o", str(out)]) == 0
    (entry,) = read_rules(out).entries
    assert entry.pattern == NEWS
    assert [selector.text for selector in entry.selectors["remove"]] == ["div.promo"]
    page = str(folder / "2021" / "case-2.html")
    assert main(["extract", page, "--rules", str(out), "--url", f"http://{NEWS}/x"]) == 0
    assert capsys.readouterr().out == "\n".join(article(2)) + "\n"


def test_rules_are_exported_as_json(store: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["site", "export", str(store)]) == 0
    (rule,) = json.loads(capsys.readouterr().out)
    assert rule["text"]["drop"] == ["div.promo"]


def test_extract_uses_the_store_and_explains_it(
    store: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    page = tmp_path / "new.html"
    page.write_text(news_page(44).source, "utf-8")
    url = ["--url", f"http://{NEWS}/2021/new.html"]
    assert main(["extract", str(page), "--site", str(store), *url]) == 0
    assert capsys.readouterr().out == "\n".join(article(44)) + "\n"
    assert main(["extract", str(page), "--site", str(store), "--explain", *url]) == 0
    assert f"# rule {NEWS} *: left out, in div.promo" in capsys.readouterr().out


def test_lines_of_a_dataset_are_learned_from(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    lines = [
        {
            "dataset": "gold",
            "html": base64.b64encode(news_page(number).source.encode()).decode(),
            "url": news_page(number).url,
            "text": "\n".join(article(number)),
            "title": None,
        }
        for number in range(1, 5)
    ]
    path = tmp_path / "gold.jsonl"
    path.write_text("\n".join([*map(json.dumps, lines), "{broken"]), "utf-8")
    assert main(["site", "learn", str(tmp_path / "s.db"), str(path)]) == 1
    told = capsys.readouterr()
    assert f"{NEWS}: 4 pages counted (4 in all), 4 labelled by hand" in told.out
    assert f"{path}:5: this is no line of a dataset" in told.err
    with Store(tmp_path / "s.db") as store:
        assert str(store.rules(NEWS)[0].text) == "div.story-text without div.promo"


def test_labels_row_by_row_are_taken_as_they_are(tmp_path: Path) -> None:
    page = news_page(1)
    lines = []
    for number in range(1, 5):
        page = news_page(number)
        kept = [page.elements.names[parent] == "p" for parent in page.texts.parent.tolist()]
        labels = ["content" if one else "other" for one in kept]
        encoded = base64.b64encode(b"\xef\xbb\xbf" + page.source.encode()).decode()
        record = {"dataset": "gold", "html": encoded, "url": page.url, "text": "-", "extra": {"labels": labels}}
        lines.append(json.dumps(record))
    (tmp_path / "gold.jsonl").write_text("\n".join(lines), "utf-8")
    assert main(["site", "learn", str(tmp_path / "s.db"), str(tmp_path / "gold.jsonl")]) == 0
    with Store(tmp_path / "s.db") as store:
        example = store.examples(NEWS)[-1]
        assert [example.page.texts.strings[row].startswith("On day") for row in range(len(example.kept))].count(
            True
        ) == 8
        assert example.kept.sum() == kept.count(True)


def test_marked_pages_are_labelled_by_hand(tmp_path: Path) -> None:
    for number in range(1, 4):
        html = news_page(number).source
        marked = html.replace('<div class="story-text">', '<div class="story-text"><<<C>>>').replace(
            '<div class="promo">', '<<</C>>><div class="promo">'
        )
        (tmp_path / f"{number}.html").write_text(marked, "utf-8")
    assert main(["site", "learn", str(tmp_path / "s.db"), str(tmp_path), "--host", NEWS, "--only-rules"]) == 0
    with Store(tmp_path / "s.db") as store:
        assert store.template(NEWS) is None
        assert str(store.rules(NEWS)[0].text) == "div.story-text without div.promo"


def test_a_warc_is_learned_from(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    from io import BytesIO

    from warcio.statusandheaders import StatusAndHeaders
    from warcio.warcwriter import WARCWriter

    path = tmp_path / "site.warc.gz"
    with path.open("wb") as file:
        writer = WARCWriter(file, gzip=True)
        for number in range(1, 6):
            page = news_page(number)
            headers = StatusAndHeaders("200 OK", [("Content-Type", "text/html; charset=utf-8")], protocol="HTTP/1.1")
            payload = BytesIO(page.source.encode())
            writer.write_record(writer.create_warc_record(page.url, "response", payload=payload, http_headers=headers))
    assert main(["site", "learn", str(tmp_path / "s.db"), str(path), "--only-template"]) == 0
    assert f"{NEWS}: 5 pages counted (5 in all), 0 labelled by hand" in capsys.readouterr().out


def test_what_cannot_be_read_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    empty = tmp_path / "empty"
    empty.mkdir()
    (tmp_path / "nowhere.html").write_text("<p>A page that does not say where it is from.</p>", "utf-8")
    sources = [str(empty), str(tmp_path / "missing.html"), str(tmp_path / "nowhere.html")]
    assert main(["site", "learn", str(tmp_path / "s.db"), *sources]) == 1
    told = capsys.readouterr().err
    assert "holds no page" in told
    assert "missing.html: cannot be read" in told
    assert "name it with --host" in told


def test_a_store_that_is_not_there_is_wrong_usage(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["site", "rules", str(tmp_path / "none.db")]) == 2
    assert "there is no such store" in capsys.readouterr().err
    assert not (tmp_path / "none.db").exists()


def test_a_damaged_store_stops_extraction_with_a_plain_sentence(
    tmp_path: Path, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    bad = tmp_path / "bad.db"
    bad.write_bytes(b"not a store")
    assert main(["extract", str(folder), "--site", str(bad)]) == 1
    assert capsys.readouterr().err == f"kaensan: {bad} is not a site store; name another file\n"
    assert bad.read_bytes() == b"not a store"


def test_a_cloud_is_drawn_without_what_the_store_knows_to_be_template(
    store: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    stated = f'<link rel="canonical" href="http://{NEWS}/2021/new.html">'
    page = tmp_path / "new.html"
    page.write_text(news_page(44).source.replace("<head>", f"<head>{stated}"), "utf-8")
    assert main(["cloud", str(page), "--site", str(store)]) == 0
    assert "morning letter" not in capsys.readouterr().out


def test_every_selector_of_a_rule_says_on_how_many_pages_it_fits(
    store: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["site", "rules", str(store), NEWS]) == 0
    shown = capsys.readouterr().out.splitlines()
    assert shown[0] == f"{NEWS} *   (learned from 6 pages labelled by hand, accuracy 1.000)"
    assert shown[1] == "  on the 6 pages that are kept: support 6, accuracy 1.000"
    assert "  text    div.story-text   # on 6 of 6 pages" in shown


def test_a_rule_is_drawn_on_a_page(
    store: Path, folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    before = store.read_bytes()
    page, out = folder / "2021" / "case-2.html", tmp_path / "rule.html"
    assert main(["site", "draw", str(store), str(page), "--host", NEWS, "-o", str(out)]) == 0
    drawn = parse(out.read_text("utf-8"))
    classes = dict(drawn.elements.having("class"))
    texts = [
        " ".join("".join(drawn.texts.strings[drawn.elements.first_text[row] : drawn.elements.end_text[row]]).split())
        for row, name in classes.items()
        if name == "b content"
    ]
    assert [text.startswith(start[:30]) for text, start in zip(texts, article(2), strict=True)] == [True] * len(texts)
    assert "left out, in div.promo" in out.read_text("utf-8")
    assert store.read_bytes() == before


def test_a_published_method_teaches_a_site(tmp_path: Path, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for gold in folder.rglob("*.txt"):
        gold.unlink()
    path = str(tmp_path / "s.db")
    assert main(["site", "learn", path, str(folder), "--host", NEWS, "-m", "weight"]) == 0
    told = capsys.readouterr().out
    assert told.startswith(f"{NEWS}: 6 pages counted (6 in all), 0 labelled by hand, 6 by weight, 1 rule\n")
    page = str(folder / "2021" / "case-2.html")
    assert (
        main(["extract", page, "-m", "weight", "--site", path, "--url", f"http://{NEWS}/2021/x.html", "-f", "json"])
        == 0
    )
    assert json.loads(capsys.readouterr().out)["method"] == f"rule {NEWS} *"


def test_pages_that_make_no_rule_say_why(tmp_path: Path, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for page in sorted(folder.rglob("*.*"))[4:]:
        page.unlink()
    assert main(["site", "learn", str(tmp_path / "s.db"), str(folder), "--host", NEWS]) == 0
    assert "  no rule: 2 labelled pages are too few; it takes 3\n" in capsys.readouterr().out
