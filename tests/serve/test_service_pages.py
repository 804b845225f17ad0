"""One page in, one answer out, over real HTTP."""

from __future__ import annotations

import base64
import json
from dataclasses import asdict
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from running_service import THAI, RunningService

import kaensan
from kaensan.serve.requests import (
    CloudRequest,
    CompareRequest,
    ExtractRequest,
    PageRequest,
    PolicyOptions,
    ThreadRequest,
    ViewRequest,
)

HTML = {"Content-Type": "text/html"}
BOARD = "<title>แมวไม่กินน้ำ</title><h1>แมวไม่กินน้ำ</h1>" + "".join(
    f'<div class="post" id="p{n}"><b class="author">สมาชิก {n}</b> <span class="date">{n} มี.ค. 2567 10:0{n}</span>'
    f'<div class="body">ลองวางชามน้ำหลายจุดในบ้านและเปลี่ยนน้ำทุกวันดูนะคะ ความเห็นที่ {n} บอกต่อกันมา</div></div>'
    for n in range(1, 6)
)


def test_html_as_json_gives_what_the_library_gives(service: RunningService) -> None:
    with service.client() as client:
        found = client.post("/v1/extract", json={"html": THAI, "formats": ["text", "markdown", "html"]}).json()
    expected = kaensan.extract(THAI)
    assert found["text"] == expected.text
    assert found["markdown"] == expected.markdown
    assert found["html"] == expected.html
    assert found["title"] == "ตลาดน้ำกลับมาคึกคัก"
    assert found["date"] == "2024-03-15"
    assert found["source"]["title"]


@pytest.mark.parametrize("encoding", ["utf-8", "cp874", "utf-16"])
def test_bytes_in_any_encoding_are_read(service: RunningService, encoding: str) -> None:
    data = THAI.encode(encoding)
    with service.client() as client:
        raw = client.post("/v1/extract", content=data, headers={"Content-Type": "text/html"}).json()
        packed = client.post("/v1/extract", json={"base64": base64.b64encode(data).decode()}).json()
    assert raw["text"] == packed["text"] == kaensan.extract(THAI).text


def test_the_charset_of_the_body_counts(service: RunningService) -> None:
    data = "<p>ภาษาไทยวันละคำสองคำ</p>".encode("cp874")
    with service.client() as client:
        found = client.post("/v1/extract", content=data, headers={"Content-Type": "text/html; charset=tis-620"}).json()
    assert found["text"] == "ภาษาไทยวันละคำสองคำ"


@pytest.mark.parametrize("form", ["text", "markdown", "html"])
def test_accept_gives_the_content_alone(service: RunningService, form: str) -> None:
    media = {"text": "text/plain", "markdown": "text/markdown", "html": "text/html"}[form]
    with service.client(Accept=media) as client:
        found = client.post("/v1/extract?method=weight", content=THAI.encode(), headers={"Content-Type": "text/html"})
    assert found.headers["content-type"].startswith(media)
    assert found.text == kaensan.extract(THAI, method="weight").render(form)


def test_all_options_of_the_command_line_are_options(service: RunningService) -> None:
    asked = {"html": THAI, "drop": ["comments"], "keep": ["tables"], "lean": "recall", "links": False, "images": False}
    more = {"url": "https://x.example/", "charset": "utf-8", "format": "markdown", "explain": True, "blocks": True}
    with service.client() as client:
        found = client.post("/v1/extract", json={**asked, **more, "posts": True, "method": "core"})
    assert found.status_code == 200, found.text
    data = found.json()
    assert data["rows"][0]["reason"]
    assert {block["kind"] for block in data["blocks"]} <= {"heading", "paragraph"}
    assert "paragraph" in {block["kind"] for block in data["blocks"]}
    assert data["posts"] == []
    assert data["url"] == "https://x.example/"


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({"html": "x", "formts": ["text"]}, "formts"),
        ({"html": "x", "method": "magic"}, "method"),
        ({"html": "x", "formats": ["docx"]}, "formats.0"),
        ({"html": "x", "policy": {"commments": "keep"}}, "policy.commments"),
        ({"html": "x", "keep": ["adverts"]}, "keep"),
        ({"html": 5}, "html"),
        ({"html": "x", "base64": "eA=="}, "base64"),
        ({"base64": "%%%"}, "base64"),
        ({"sample": "none such"}, "sample"),
        ({"html": "x", "render": True}, "render"),
        ({}, "html"),
    ],
)
def test_a_wrong_option_is_named(service: RunningService, body: dict[str, Any], field: str) -> None:
    with service.client() as client:
        answer = client.post("/v1/extract", json=body)
    assert answer.status_code == 422
    error = answer.json()["error"]
    assert field in [one["field"] for one in error["fields"]]
    assert error["message"]


def test_wrong_options_in_the_query_are_named_too(service: RunningService) -> None:
    with service.client() as client:
        unknown = client.post("/v1/extract?metod=core", content=b"<p>x", headers={"Content-Type": "text/html"})
        misplaced = client.post("/v1/extract?method=core", json={"html": "x"})
    assert [unknown.status_code, misplaced.status_code] == [422, 422]
    assert unknown.json()["error"]["fields"][0]["field"] == "metod"
    assert misplaced.json()["error"]["fields"][0]["field"] == "method"


@pytest.mark.parametrize("page", [b"", b"\x00\xff\xfe\x01" * 500, b"%PDF-1.7 \n" * 50, b"<" * 10_000, b"\r\n \t"])
def test_whatever_the_bytes_there_is_an_answer(service: RunningService, page: bytes) -> None:
    with service.client() as client:
        for path in ("extract", "view", "thread", "compare"):
            answer = client.post(f"/v1/{path}", content=page, headers={"Content-Type": "application/octet-stream"})
            assert answer.status_code == 200, (path, answer.text)
    assert "warnings" in client_json(service, "extract", page)


def client_json(service: RunningService, path: str, page: bytes) -> Any:
    with service.client() as client:
        return client.post(f"/v1/{path}", content=page, headers={"Content-Type": "text/html"}).json()


def test_malformed_requests_get_a_400_or_415(service: RunningService) -> None:
    with service.client() as client:
        broken = client.post("/v1/extract", content=b'{"html": "x', headers={"Content-Type": "application/json"})
        deep = client.post("/v1/extract", content=b"[" * 100_000, headers={"Content-Type": "application/json"})
        other = client.post("/v1/extract", content=b"x", headers={"Content-Type": "image/png"})
        packed = client.post("/v1/extract", content=b"\x1f\x8b", headers={**HTML, "Content-Encoding": "gzip"})
    assert [broken.status_code, deep.status_code, other.status_code, packed.status_code] == [400, 400, 415, 415]
    assert service.raw(b"GARBAGE\r\n\r\n").startswith(b"HTTP/1.1 400")
    assert service.raw(b"POST /v1/extract HTTP/1.1\r\nHost: localhost\r\nContent-Length: x\r\n\r\n").startswith(
        b"HTTP/1.1 400"
    )


@pytest.mark.parametrize(
    "head",
    [
        b"Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
        b"Content-Length: 4\r\nContent-Length: 5\r\n\r\nabcde",
        b"Content-Length: -1\r\n\r\n",
        b"Transfer-Encoding: chunked\r\n\r\nZZ\r\n",
        b"Transfer-Encoding: chunked\r\n\r\nFFFFFFFFFFFFFFFFFF\r\n",
        b"X: a\nb\r\n\x00\r\n\r\n",
    ],
)
def test_a_request_with_two_readings_has_none(service: RunningService, head: bytes) -> None:
    """What one server would read otherwise than another one before it is refused."""
    start = b"POST /v1/extract HTTP/1.1\r\nHost: localhost\r\nContent-Type: text/html\r\n"
    assert service.raw(start + head).startswith(b"HTTP/1.1 400")


def test_a_board_gives_its_posts(service: RunningService) -> None:
    with service.client() as client:
        found = client.post("/v1/thread", json={"html": BOARD}).json()
        data = client.post("/v1/thread", json={"html": BOARD, "format": "jsonld"}).json()
        none = client.post("/v1/thread", json={"html": THAI}).json()
    assert [post["author"] for post in found["posts"]] == [f"สมาชิก {n}" for n in range(1, 6)]
    assert data["@type"] == "DiscussionForumPosting"
    assert none == {"thread": None, "posts": []}


def test_every_method_is_compared(service: RunningService) -> None:
    with service.client() as client:
        found = client.post("/v1/compare", json={"html": THAI, "gold_text": kaensan.extract(THAI).text}).json()
        report = client.post("/v1/compare", json={"html": THAI, "format": "html"})
        methods = client.get("/v1/methods").json()["methods"]
    assert [one["method"] for one in found["methods"]] == [one["name"] for one in methods if one["available"]]
    assert {one["name"] for one in methods} == set(kaensan.method_names())
    core = found["methods"][0]
    assert {measure["name"]: measure["value"] for measure in core["measures"]}["trigrams F1"] == 1.0
    assert len(core["roles"]) == len(core["scores"]) == found["texts"]
    assert len(found["agreement"]["shares"]) == len(found["methods"])
    assert report.headers["content-type"].startswith("text/html")


def test_a_cloud_comes_as_svg_png_and_terms(service: RunningService) -> None:
    with service.client() as client:
        svg = client.post("/v1/cloud", json={"html": THAI, "terms": 20})
        png = client.post("/v1/cloud", json={"html": THAI, "format": "png", "scale": 0.5})
        terms = client.post("/v1/cloud", json={"html": THAI, "format": "json", "svg": True}).json()
    assert svg.headers["content-type"] == "image/svg+xml"
    assert svg.text.startswith("<svg")
    assert png.content.startswith(b"\x89PNG")
    assert terms["svg"].startswith("<svg")
    found = {term["text"]: term["rows"] for term in terms["terms"]}
    rows = kaensan.parse(THAI).texts.strings
    assert found["ท่าเรือ"] == [row for row, text in enumerate(rows) if "ท่าเรือ" in text]


@pytest.mark.parametrize(
    ("method", "kind", "drawn"),
    [
        ("histogram", "histogram", ["histogram", "ratio", "derivative", "scatter", "flow"]),
        ("lineblock", "lineblocks", ["line-blocks", "flow"]),
        ("weight", "tree", ["tree", "flow"]),
        ("xpath", "blocks", ["blocks", "flow"]),
        ("lstm", "tokens", ["tokens", "table", "flow"]),
        ("core", "scores", ["chances", "causes"]),
        ("boards", "groups", ["groups"]),
    ],
)
def test_every_method_has_the_numbers_behind_its_pictures(
    service: RunningService, method: str, kind: str, drawn: list[str]
) -> None:
    with service.client() as client:
        found = client.post(f"/v1/picture/{method}", json={"html": THAI}).json()
        svg = client.post(f"/v1/picture/{method}", json={"html": THAI, "format": "svg"})
    assert found["data"]["kind"] == kind
    assert [picture["name"] for picture in found["pictures"]] == drawn
    assert svg.status_code == 200
    count = len(kaensan.parse(THAI).texts)
    assert all(-1 <= row < count for row in _rows(found["data"]))
    assert max(_rows(found["data"])) > 0


def _rows(data: Any) -> list[int]:
    """Every number under a key `rows`, however deep."""
    if isinstance(data, dict):
        mine = data.get("rows", [])
        flat = [row for one in mine for row in (one if isinstance(one, list) else [one])]
        return flat + [row for value in data.values() for row in _rows(value)]
    return [row for value in data for row in _rows(value)] if isinstance(data, list) else []


def test_samples_are_one_request_away(service: RunningService) -> None:
    with service.client() as client:
        names = [sample["name"] for sample in client.get("/v1/samples").json()["samples"]]
        assert names
        for name in names:
            source = client.get(f"/v1/samples/{name}")
            found = client.post("/v1/extract", json={"sample": name}).json()
            assert source.headers["content-type"].startswith("text/plain")
            assert found["text"]
            assert found["url"].startswith("https://")
        assert client.get("/v1/samples/../settings.py").status_code == 404


_VALUES = st.one_of(
    st.none(), st.booleans(), st.integers(-5, 2**40), st.text(max_size=20), st.lists(st.text(max_size=5), max_size=3)
)
_MODELS: dict[str, type[PageRequest]] = {
    "extract": ExtractRequest,
    "compare": CompareRequest,
    "thread": ThreadRequest,
    "cloud": CloudRequest,
    "view": ViewRequest,
}


@settings(max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_no_request_of_any_shape_is_our_mistake(service: RunningService, data: st.DataObject) -> None:
    """Known names with any values: the answer is a result or a 4xx that says why, never a 5xx."""
    path = data.draw(st.sampled_from(list(_MODELS)))
    fields = [name for name in _MODELS[path].model_fields if name not in ("html", "url", "base64")]
    body = data.draw(st.dictionaries(st.sampled_from(fields), _VALUES, max_size=3))
    with service.client() as client:
        answer = client.post(f"/v1/{path}", json={"html": "<p>หนึ่ง สอง สาม</p>", **body})
    assert answer.status_code == 200 or 400 <= answer.status_code < 500, (body, answer.text)
    if answer.status_code != 200:
        assert answer.json()["error"]["message"]


def test_the_interface_describes_itself(service: RunningService) -> None:
    with service.client() as client:
        description = client.get("/openapi.json").json()
        page = client.get("/docs").text
    options = description["paths"]["/v1/extract"]["post"]["requestBody"]["content"]["application/json"]["schema"]
    assert set(options["properties"]) == set(ExtractRequest.model_fields)
    assert "$ref" not in json.dumps(options)
    assert all(path in page for path in description["paths"])
    assert "<script" not in page
    assert "http://" not in page
    assert "https://" not in page


def test_the_service_says_how_it_is(service: RunningService) -> None:
    with service.client() as client:
        client.post("/v1/extract", json={"html": THAI})
        assert client.get("/healthz").json()["version"] == kaensan.__version__
        assert client.get("/readyz").json()["workers"] == 1
        counters = client.get("/metrics").text
        assert client.get("/nowhere").json()["error"]["kind"] == "unknown"
        assert client.get("/v1/extract").status_code == 405
    assert 'kaensan_requests_total{route="/v1/extract",status="200"}' in counters
    assert "kaensan_workers 1.0" in counters


def test_the_service_offers_every_policy_that_the_library_has() -> None:
    assert asdict(PolicyOptions()) == asdict(kaensan.Policy())
