"""Corrected pages: kept, exported, imported again, learned from and measured against."""

from __future__ import annotations

import base64
import io
import json
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from hypothesis import given
from hypothesis import strategies as st
from running_service import THAI, RunningService, running

from kaensan.cli import main
from kaensan.errors import InputError
from kaensan.gold import datasets
from kaensan.gold.marked import mark, read_marked, unmark
from kaensan.methods.lstm.tokens import Label
from kaensan.page import parse
from kaensan.serve.gold.incoming import Allowance, unpack
from kaensan.serve.gold.labelled_posts import number_posts, read_posts
from kaensan.serve.gold.store import GoldStore
from kaensan.sites import Store

BOARD = """<title>ถามเรื่องแมว</title><h1>แมวไม่กินน้ำ</h1>
<div><b>ก้อย</b> <i>1 มี.ค. 2567</i><p>แมวที่บ้านไม่ยอมกินน้ำเลยค่ะ</p><p>ทำอย่างไรดี</p></div>
<div><b>เอก</b> <i>2 มี.ค. 2567</i><p>ลองวางชามน้ำหลายจุดครับ</p></div><p>สงวนลิขสิทธิ์</p>"""
BOARD_LABELS = ["title", "author", "date", "post", "post", "author", "date", "post", "other"]
NEWS_LABELS = {"title": ["ตลาดน้ำกลับมาคึกคัก"], "author": ["โดย สมหญิง ใจดี"], "date": ["15 มีนาคม 2567"]}


def labels_of(html: str) -> list[str]:
    """Labels as a person would give them to the news page."""
    labels = []
    for text in parse(html).texts.strings:
        named = next((label for label, texts in NEWS_LABELS.items() if text in texts), None)
        labels.append(named or ("content" if len(text) > 60 else "other"))
    return labels


@pytest.fixture
def client(service: RunningService) -> Iterator[httpx.Client]:
    """A client of a service whose store is empty."""
    with service.client() as connected:
        for page in connected.get("/v1/gold").json()["pages"]:
            connected.delete(f"/v1/gold/{page['id']}")
        yield connected


def save(client: httpx.Client, html: str, labels: list[str], **more: Any) -> dict[str, Any]:
    answer = client.post("/v1/gold", json={"html": html, "labels": labels, **more})
    assert answer.status_code == 201, answer.text
    saved: dict[str, Any] = answer.json()
    return saved


def test_a_corrected_page_is_kept_with_what_its_labels_say(client: httpx.Client) -> None:
    saved = save(client, THAI, labels_of(THAI), url="https://news.example/1", note="ตรวจแล้ว")
    assert saved["title"] == "ตลาดน้ำกลับมาคึกคัก"
    assert saved["date"] == "15 มีนาคม 2567"
    assert saved["lang"] == "th"
    assert saved["labels"]["content"] == 2
    assert client.get("/v1/gold").json()["pages"] == [saved]
    record = client.get(f"/v1/gold/{saved['id']}").json()
    assert record["extra"]["labels"] == labels_of(THAI)
    assert record["text"].startswith("ชาวสวนในตำบลบางน้ำใส")
    assert parse(base64.b64decode(record["html"])).source == THAI
    assert client.delete(f"/v1/gold/{saved['id']}").status_code == 204
    assert client.get(f"/v1/gold/{saved['id']}").status_code == 404


def test_saving_again_replaces(client: httpx.Client) -> None:
    first = save(client, THAI, labels_of(THAI))
    second = save(client, THAI, ["other"] * len(labels_of(THAI)))
    assert first["id"] == second["id"]
    assert len(client.get("/v1/gold").json()["pages"]) == 1
    assert second["labels"] == {"other": len(labels_of(THAI))}


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({"labels": ["content"]}, None),
        ({"labels": ["headline"] * 3}, "labels.0"),
        ({}, "labels"),
        ({"labels": BOARD_LABELS, "posts": [1]}, None),
    ],
)
def test_wrong_labels_are_refused(client: httpx.Client, body: dict[str, Any], field: str | None) -> None:
    answer = client.post("/v1/gold", json={"html": BOARD, **body})
    assert answer.status_code == 422
    fields = [one["field"] for one in answer.json()["error"].get("fields", [])]
    assert field is None or field in fields


@pytest.mark.parametrize("name", ["../../etc/passwd", "0" * 16, "x", "' OR 1=1 --", "0" * 16 + "\n"])
def test_only_ids_of_pages_lead_anywhere(client: httpx.Client, name: str) -> None:
    save(client, THAI, labels_of(THAI))
    assert client.get("/v1/gold/" + httpx.URL("/", params={"n": name}).query.decode()[2:]).status_code == 404
    assert client.post("/v1/extract", json={"gold": name}).status_code == 404


def test_the_export_is_a_dataset_that_the_bench_reads(client: httpx.Client, tmp_path: Path) -> None:
    save(client, THAI, labels_of(THAI), url="https://news.example/1")
    save(client, BOARD, BOARD_LABELS)
    answer = client.get("/v1/gold/export")
    assert "gold.dev.jsonl.zst" in answer.headers["content-disposition"]
    (tmp_path / "gold.dev.jsonl.zst").write_bytes(answer.content)
    pages = {page.page_type or "news": page for page in datasets.load(tmp_path, "gold")}
    assert pages["news"].text == "\n".join(text for text in parse(THAI).texts.strings if len(text) > 60)
    assert pages["news"].lang == "th"
    board = pages["forum"]
    assert [(post.author, post.date) for post in board.posts] == [("ก้อย", "1 มี.ค. 2567"), ("เอก", "2 มี.ค. 2567")]
    assert board.posts[0].text == "แมวที่บ้านไม่ยอมกินน้ำเลยค่ะ\nทำอย่างไรดี"
    assert board.marked is not None
    assert board.marked.count("<<<C>>>") == 2


@pytest.mark.parametrize(
    ("form", "media"),
    [("dataset", "application/zstd"), ("jsonl", "application/x-ndjson"), ("marked", "application/zip")],
)
def test_what_is_exported_can_be_imported(client: httpx.Client, form: str, media: str) -> None:
    news, board = save(client, THAI, labels_of(THAI)), save(client, BOARD, BOARD_LABELS)
    exported = client.get("/v1/gold/export", params={"format": form}).content
    for page in (news, board):
        client.delete(f"/v1/gold/{page['id']}")
    answer = client.post("/v1/gold/import", content=exported, headers={"Content-Type": media}).json()
    assert answer["failed"] == []
    assert {page["id"] for page in answer["saved"]} == {news["id"], board["id"]}
    again = client.get(f"/v1/gold/{news['id']}").json()
    kept = labels_of(THAI)
    if form == "marked":  # the marks know title and content only
        kept = [label if label in ("title", "content") else "other" for label in kept]
    assert again["extra"]["labels"] == kept


def test_marked_pages_come_back_as_posts_where_asked(client: httpx.Client) -> None:
    board = save(client, BOARD, BOARD_LABELS)
    marked = client.get(f"/v1/gold/{board['id']}/marked")
    assert marked.headers["content-type"].startswith("text/plain")
    headers = {"Content-Type": "text/html; charset=utf-8"}
    saved = client.post("/v1/gold/import?posts=true", content=marked.content, headers=headers).json()["saved"][0]
    assert saved["id"] == board["id"]
    assert saved["posts"] == 2
    assert saved["labels"] == {"title": 1, "post": 3, "other": 5}


def test_a_dataset_without_labels_is_aligned_by_its_text(client: httpx.Client) -> None:
    text = "\n".join(text for text in parse(THAI).texts.strings if len(text) > 60)
    line = {"id": "x/1", "html": base64.b64encode(THAI.encode()).decode(), "text": text, "title": "ตลาดน้ำ"}
    body = json.dumps(line).encode() + b"\n\nnonsense\n" + json.dumps({"html": "%%"}).encode()
    answer = client.post("/v1/gold/import", content=body, headers={"Content-Type": "application/x-ndjson"}).json()
    record = client.get(f"/v1/gold/{answer['saved'][0]['id']}").json()
    assert record["text"] == text
    assert record["title"] == "ตลาดน้ำ"
    assert [one["name"] for one in answer["failed"]] == ["line 3", "line 4"]


def test_bad_imports_are_named(client: httpx.Client, tmp_path: Path) -> None:
    def bring(content: bytes, media: str) -> httpx.Response:
        return client.post("/v1/gold/import", content=content, headers={"Content-Type": media})

    assert bring(b"x", "image/png").status_code == 415
    assert bring(b"not a zip", "application/zip").status_code == 400
    assert bring(b"not zstd", "application/zstd").status_code == 400
    assert bring(b"<p><<<C>>>open", "text/html").status_code == 422
    bomb = io.BytesIO()
    with zipfile.ZipFile(bomb, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("page.html", b"0" * 3_000_000)
    with pytest.raises(InputError, match="unpacks to more than"):
        unpack("application/zip", bomb.getvalue(), tmp_path, Allowance(total=1_000_000, each=5_000_000))
    with pytest.raises(InputError, match="larger than"):
        unpack("application/zip", bomb.getvalue(), tmp_path, Allowance(total=5_000_000, each=1_000_000))


def test_methods_are_measured_against_labels(client: httpx.Client) -> None:
    saved = save(client, THAI, labels_of(THAI))
    by_id = client.post("/v1/score", json={"gold": saved["id"]}).json()
    measured = {one["name"]: one["value"] for one in by_id["methods"][0]["measures"]}
    assert (measured["title"], measured["date"], measured["author"]) == (1.0, 1.0, 1.0)
    assert {"words F1", "ROUGE-L", "length F1", "LCS F1", "diff accuracy", "right"} <= set(measured)
    own = client.post("/v1/view", json={"html": THAI, "method": "weight"}).json()["rows"]["role"]
    live = client.post("/v1/score", json={"html": THAI, "labels": own, "methods": ["core", "weight"]}).json()
    assert [one["method"] for one in live["methods"]] == ["core", "weight"]
    perfect = {one["name"]: one["value"] for one in live["methods"][1]["measures"]}
    assert perfect["trigrams F1"] == perfect["words F1"] == perfect["row accuracy"] == perfect["right"] == 1.0
    wrong = client.post("/v1/score", json={"html": THAI, "labels": ["other"]})
    none = client.post("/v1/score", json={"html": THAI})
    assert [wrong.status_code, none.status_code] == [422, 422]


def test_posts_are_measured_too(client: httpx.Client) -> None:
    answer = client.post("/v1/score", json={"html": BOARD, "labels": BOARD_LABELS, "methods": ["boards"]}).json()
    measured = {one["name"]: one["value"] for one in answer["methods"][0]["measures"]}
    assert {"posts", "post authors", "post dates", "token accuracy"} <= set(measured)


def test_the_whole_store_is_measured_as_a_job(client: httpx.Client) -> None:
    save(client, THAI, labels_of(THAI))
    save(client, BOARD, BOARD_LABELS)
    job = client.post("/v1/jobs/score-gold").json()
    events = client.get(job["events"]).text
    assert events.count('"what":"measuring"') == 2
    result = json.loads(events.rpartition("data: ")[2])
    assert result["pages"] == 2
    assert result["methods"][0]["measures"][0]["pages"] == 2


def test_learning_from_an_empty_store_says_so(client: httpx.Client) -> None:
    job = client.post("/v1/jobs/train-core").json()
    assert "the gold store is empty" in client.get(job["events"]).text


def test_rules_of_a_site_are_learned_from_its_gold_and_used(tmp_path: Path) -> None:
    """Where the method keeps too little or too much, three corrected pages settle it for the whole site."""
    filler = "<div class=promo><p>สมัครสมาชิกวันนี้รับส่วนลดพิเศษสำหรับผู้อ่านทุกท่านที่ติดตามข่าวของเราเป็นประจำทุกวัน</p></div>"
    parts = [
        "ฝนตกหนักทั่วทั้งจังหวัดตั้งแต่เช้า",
        "ชาวบ้านช่วยกันกั้นกระสอบทรายหน้าตลาด",
        "โรงเรียนประกาศหยุดเรียนสองวัน",
        "ระดับน้ำในคลองเริ่มลดลงแล้วเมื่อคืนนี้",
    ]
    with running(tmp_path, site=tmp_path / "sites.db") as started, started.client() as client:
        for number, part in enumerate(parts):
            html = f"<title>{part}</title><h1>{part}</h1><div class=story><p>{part} {part} {number}</p></div>{filler}"
            page = {"html": html, "url": f"https://news.example/{number}"}
            if number < 3:
                save(client, labels=["title", "content", "other"], **page)
        exported = client.get("/v1/gold/export").content
        job = client.post("/v1/jobs/learn").json()
        result = json.loads(client.get(job["events"]).text.rpartition("data: ")[2])
        ruled = client.post("/v1/extract", json=page).json()
        plain = client.post("/v1/extract", json={**page, "site": False}).json()
    assert result["sites"][0]["pages"] == 3
    assert result["sites"][0]["rules"][0]["host"] == "news.example"
    assert ruled["method"].startswith("rule news.example")
    assert ruled["text"] == f"{part} {part} 3"
    assert plain["method"] == "core"
    (tmp_path / "gold.dev.jsonl.zst").write_bytes(exported)
    store = tmp_path / "others.db"
    assert main(["site", "learn", str(store), str(tmp_path / "gold.dev.jsonl.zst"), "--only-rules"]) == 0
    with Store(store) as learned:
        assert [rule.by for rule in learned.rules("news.example")] == ["hand"]


def test_rules_that_the_user_wrote_have_the_last_word(tmp_path: Path) -> None:
    rules = tmp_path / "rules.toml"
    rules.write_text('["news.example"]\ncontent = ".promo"\n')
    page = {
        "html": "<div class=story><p>ข่าวยาวของวันนี้ทั้งหมด</p></div><p class=promo>โฆษณา</p>",
        "url": "https://news.example/1",
    }
    with running(tmp_path, rules=rules) as started, started.client() as client:
        assert client.post("/v1/extract", json=page).json()["text"] == "โฆษณา"
        assert "ข่าวยาว" in client.post("/v1/extract", json={**page, "site": False}).json()["text"]


def test_learning_rules_needs_a_place_to_keep_them(client: httpx.Client) -> None:
    job = client.post("/v1/jobs/learn").json()
    assert "--site STORE" in client.get(job["events"]).text


@given(st.lists(st.sampled_from(["title", "content", "post", "author", "other"]), min_size=9, max_size=9))
def test_marks_say_what_the_labels_say(labels: list[str]) -> None:
    page = parse(BOARD)
    clean, marks = unmark(mark(page, labels))
    assert clean == BOARD
    found, _ = marks.labels(parse(clean), as_posts=False)
    known = {"title": "title", "content": "content", "post": "content"}
    assert found == [known.get(label, "other") for label in labels]


def test_the_trainer_reads_the_marks() -> None:
    page, tokens, labels = read_marked(mark(parse(BOARD), BOARD_LABELS, number_posts(BOARD_LABELS)), words=str.split)
    kept = [string for string, label in zip(tokens.strings, labels.tolist(), strict=True) if label == Label.C]
    assert [word for word in kept if not word.startswith("<")] == [
        "แมวที่บ้านไม่ยอมกินน้ำเลยค่ะ",
        "ทำอย่างไรดี",
        "ลองวางชามน้ำหลายจุดครับ",
    ]
    assert len(page.texts) == len(BOARD_LABELS)


@pytest.mark.parametrize("source", ["a<<</C>>>", "<<<C>>>a<<<T>>>b", "<<<T>>>a"])
def test_marks_that_do_not_pair_are_refused(source: str) -> None:
    with pytest.raises(InputError, match=r"<<<"):
        unmark(source)


def test_a_page_with_marks_of_its_own_is_refused() -> None:
    with pytest.raises(InputError, match="marks of its own"):
        mark(parse("<p>&lt;&lt;&lt;C>>> <<<C>>> x"), ["content"] * len(parse("<p>&lt;&lt;&lt;C>>> <<<C>>> x").texts))


def test_authors_belong_to_the_post_after_them_or_before() -> None:
    assert number_posts(BOARD_LABELS) == [0, 1, 1, 1, 1, 2, 2, 2, 0]
    assert number_posts(["post", "author", "other", "post", "author"]) == [1, 1, 0, 2, 2]
    assert number_posts(["author", "other", "post", "other", "author", "post"]) == [1, 0, 1, 0, 2, 2]
    assert number_posts(["content", "other"]) == [0, 0]


def test_numbers_of_posts_go_before_guesses() -> None:
    page = parse("<p>a<p>b<p>c")
    labels = ["post", "post", "post"]
    assert [post.text for post in read_posts(page, labels, None)] == ["a\nb\nc"]
    assert [post.text for post in read_posts(page, labels, [1, 2, 2])] == ["a", "b\nc"]


def test_a_store_that_cannot_be_used_says_so(tmp_path: Path) -> None:
    (tmp_path / "gold.sqlite").write_bytes(b"this is no database, and long enough to be seen as none")
    with pytest.raises(InputError, match="cannot be used"):
        GoldStore(tmp_path).summaries()
    with running(tmp_path / "service", gold=tmp_path) as started, started.client() as client:
        answer = client.get("/v1/gold")
    assert answer.status_code == 400
    assert "--gold" in answer.json()["error"]["message"]
