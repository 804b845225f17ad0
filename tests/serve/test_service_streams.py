"""Work that takes its time: batches line by line, and jobs that tell how far they are."""

from __future__ import annotations

import asyncio
import json
import socket
from collections.abc import Iterator
from typing import Any

import httpx
import pytest
from misbehaving import misbehave
from running_service import THAI, RunningService, running

import kaensan
from kaensan.serve.jobs import Job, Jobs
from kaensan.serve.problems import Problem
from kaensan.serve.service_metrics import Metrics
from kaensan.serve.settings import Limits

LINES = {"Content-Type": "application/x-ndjson"}


@pytest.fixture(scope="module")
def strange(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningService]:
    """A service whose workers do what pages tell them."""
    limits = Limits(jobs=2, body=1 << 20, page=3)
    with running(tmp_path_factory.mktemp("strange"), misbehave, workers=2, limits=limits) as started:
        yield started


def events_of(text: str) -> list[tuple[str, Any]]:
    """The events of a stream as (name, data)."""
    blocks = [dict(line.split(": ", 1) for line in block.splitlines() if ": " in line) for block in text.split("\n\n")]
    return [(block["event"], json.loads(block["data"])) for block in blocks if "event" in block]


def test_a_batch_answers_every_line_in_order(service: RunningService) -> None:
    lines: list[Any] = [
        {"html": THAI, "id": "thai"},
        {"html": "<p>second</p>", "method": "weight", "id": 2},
        {"htlm": "x", "id": "wrong"},
        "this is no object",
        {"url": "http://127.0.0.1/", "id": "private"},
        {"html": "<p>last, without an id</p>", "method": "weight"},
    ]
    body = "\n".join(line if isinstance(line, str) else json.dumps(line) for line in lines) + "\n\n"
    with service.client() as client:
        answer = client.post("/v1/batch", content=body.encode(), headers=LINES)
    found = [json.loads(line) for line in answer.text.splitlines()]
    assert [one["index"] for one in found] == [0, 1, 2, 3, 4, 5]
    assert found[0]["text"] == kaensan.extract(THAI).text
    assert [one.get("id") for one in found] == ["thai", 2, "wrong", None, "private", None]
    assert found[1]["text"] == "second"
    assert [one.get("error", {}).get("kind") for one in found[2:5]] == ["invalid", "malformed", "refused"]
    assert found[5]["text"] == "last, without an id"


def test_a_batch_survives_pages_that_kill_and_hang(strange: RunningService) -> None:
    pages = ["one", "die", "two", "sleep 60", "three", "fail", "four"]
    body = "\n".join(json.dumps({"html": page}) for page in pages)
    with strange.client() as client:
        answer = client.post("/v1/batch", content=body.encode(), headers=LINES)
    found = [json.loads(line) for line in answer.text.splitlines()]
    assert [one.get("text") or one["error"]["kind"] for one in found] == [
        *("one", "died", "two", "time", "three", "failed", "four")
    ]


def test_results_come_while_the_batch_is_still_being_sent(strange: RunningService) -> None:
    head = b"POST /v1/batch HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/x-ndjson\r\n"
    with socket.create_connection(("127.0.0.1", strange.port), timeout=30) as connection:
        connection.sendall(head + b"Transfer-Encoding: chunked\r\n\r\n")
        received = b""
        for number in range(3):
            line = json.dumps({"html": f"page {number}"}).encode() + b"\n"
            connection.sendall(b"%x\r\n%s\r\n" % (len(line), line))
            while f'"index":{number}'.encode() not in received:  # nothing more is sent until its result is there
                received += connection.recv(65536)
        connection.sendall(b"0\r\n\r\n")
        while b"\r\n0\r\n\r\n" not in received:
            received += connection.recv(65536)
    assert received.count(b'"index"') == 3


def test_a_client_that_sends_all_before_it_reads_is_served_too(strange: RunningService) -> None:
    """Far more than sockets buffer goes both ways, and httpx reads only when everything is sent."""
    line = json.dumps({"html": "x" * 100_000}).encode() + b"\n"
    with strange.client() as client:
        answer = client.post("/v1/batch", content=iter([line] * 150), headers=LINES)
    assert len(answer.content) > 15_000_000
    assert answer.text.count('"index"') == 150


def test_a_line_over_the_limit_ends_the_batch_with_a_word(strange: RunningService) -> None:
    body = json.dumps({"html": "short"}).encode() + b"\n" + b"x" * (2 << 20)
    with strange.client() as client:
        found = [json.loads(line) for line in client.post("/v1/batch", content=body, headers=LINES).text.splitlines()]
    assert found[0]["text"] == "short"
    assert found[-1]["error"]["kind"] == "too_large"


def test_a_comparison_tells_each_method_as_it_is_done(service: RunningService) -> None:
    with service.client() as client:
        started = client.post("/v1/jobs/compare", json={"html": THAI})
        events = events_of(client.get(started.json()["events"]).text)
        whole = client.post("/v1/compare", json={"html": THAI}).json()
    assert started.status_code == 202
    decided = [data for name, data in events if name == "progress" and data["what"] == "decided"]
    assert [one["done"] for one in decided] == list(range(1, len(decided) + 1))
    name, result = events[-1]
    assert name == "result"
    assert [one["method"] for one in result["methods"]] == [one["method"] for one in whole["methods"]]
    assert [one["roles"] for one in result["methods"]] == [one["roles"] for one in whole["methods"]]
    assert result["agreement"] == whole["agreement"]


def test_any_question_about_a_page_can_be_a_job(service: RunningService) -> None:
    with service.client() as client:
        for kind in ("extract", "view", "thread"):
            job = client.post(f"/v1/jobs/{kind}", json={"html": THAI}).json()
            name, result = events_of(client.get(job["events"]).text)[-1]
            assert (name, result) == ("result", client.post(f"/v1/{kind}", json={"html": THAI}).json())
        wrong = client.post("/v1/jobs/extract", json={"htlm": THAI}).json()
        name, failed = events_of(client.get(wrong["events"]).text)[-1]
        unknown = client.post("/v1/jobs/fly", json={})
    assert (name, failed["status"], failed["error"]["kind"]) == ("failed", 422, "invalid")
    assert unknown.status_code == 404


def test_a_follower_that_comes_back_gets_what_it_missed(service: RunningService) -> None:
    with service.client() as client:
        job = client.post("/v1/jobs/compare", json={"html": THAI, "methods": ["core", "weight"]}).json()
        every = client.get(job["events"]).text
        later = client.get(job["events"], headers={"Last-Event-ID": "3"}).text
        odd = client.get(job["events"], headers={"Last-Event-ID": "nonsense"}).text
        assert client.get("/v1/events/unknown").status_code == 404
    assert events_of(later) == events_of(every)[3:]
    assert odd == every


def test_a_job_that_fails_says_why(strange: RunningService) -> None:
    with strange.client() as client:
        for page, kind in (("die", "died"), ("sleep 60", "time"), ("fail", "failed")):
            job = client.post("/v1/jobs/extract", json={"html": page}).json()
            name, data = events_of(client.get(job["events"]).text)[-1]
            assert (name, data["error"]["kind"]) == ("failed", kind)


def test_jobs_are_limited_and_can_be_stopped(strange: RunningService) -> None:
    with strange.client() as client:
        jobs = [client.post("/v1/jobs/extract", json={"html": "sleep 2"}).json() for _ in range(2)]
        refused = client.post("/v1/jobs/extract", json={"html": "one more"})
        assert refused.status_code == 429
        assert refused.headers["retry-after"]
        for job in jobs:
            assert client.delete(f"/v1/jobs/{job['job']}").status_code == 204
            assert events_of(client.get(job["events"]).text)[-1][1]["error"]["kind"] == "cancelled"


def test_a_service_that_stops_ends_the_streams_of_its_followers(tmp_path_factory: pytest.TempPathFactory) -> None:
    with running(tmp_path_factory.mktemp("stopping"), misbehave) as started, started.client() as client:
        job = client.post("/v1/jobs/extract", json={"html": "sleep 0.5"}).json()
        with client.stream("GET", job["events"]) as stream:
            parts = stream.iter_text()
            first = next(parts)
            started.server.should_exit = True
            rest = "".join(parts)
    assert stream.status_code == 200
    assert "retry:" in first + rest


def test_every_stream_is_marked_as_one(service: RunningService) -> None:
    with service.client() as client:
        job = client.post("/v1/jobs/extract", json={"html": "<p>x"}).json()
        answer: httpx.Response = client.get(job["events"])
    assert answer.headers["content-type"].startswith("text/event-stream")
    assert answer.headers["cache-control"] == "no-store"


def test_old_jobs_are_forgotten_by_number_and_by_size() -> None:
    async def idle(tell: Any) -> str:
        return "x" * 1_000

    async def large(tell: Any) -> str:
        return "x" * (40 << 20)

    async def scene() -> tuple[int, int]:
        jobs = Jobs(Limits(), Metrics())
        first = jobs.start("first", idle)
        for _ in range(70):
            assert (await _finished(jobs.start("idle", idle))).done
        with pytest.raises(Problem):
            jobs.get(first.id)
        for _ in range(4):
            last = await _finished(jobs.start("large", large))
        assert jobs.get(last.id).done
        kept = [job for job in jobs._jobs.values() if job.kind == "large"]
        return len(jobs._jobs), len(kept)

    every, kept = asyncio.run(scene())
    assert every <= 66
    assert kept <= 2


async def _finished(job: Job) -> Job:
    assert job.task is not None
    await job.task
    return job
