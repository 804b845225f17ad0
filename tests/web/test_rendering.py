"""Pages as a browser shows them, under the same rules as without one."""

from __future__ import annotations

import os
import socket
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from loopback import Names, Server, Speak, answer, redirect, serving

import kaensan
from kaensan.cli import main
from kaensan.errors import BadStatus, NotAPage, Refused, TooLarge, Unreachable, UsageError
from kaensan.page import Page
from kaensan.web.addresses import Guard
from kaensan.web.chromium import find_chromium
from kaensan.web.client import Client
from kaensan.web.proxy import PinningProxy
from kaensan.web.render import render_page
from kaensan.web.timeouts import Deadline, Timeouts

SHELL = """<!doctype html><title>ชา</title><div id=root></div><img src=/leaf.png><script>
fetch('/words').then(answer => answer.text()).then(words => { document.getElementById('root').textContent = words })
</script>"""
_PATIENCE = 60.0
"""seconds until a process that should end counts as one that never does"""
WORDS = "ชาเป็นเครื่องดื่มจากใบไม้ ดื่มได้ทั้งร้อนและเย็น"


def html(text: str) -> Speak:
    return answer(text.encode(), kind="text/html; charset=utf-8")


def render(server: Server, path: str = "/", **options: object) -> Page:
    with Client(allow_private=True, **options) as client:  # type: ignore[arg-type]
        return render_page(client, server.origin + path)


@pytest.mark.needs("chromium")
def test_a_page_is_what_its_scripts_made_of_it_and_nothing_of_the_browser_stays_behind(
    tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path_factory.mktemp("t")
    monkeypatch.setattr("tempfile.tempdir", str(folder))
    with serving({"/": html(SHELL), "/words": html(WORDS)}) as server:
        plain = kaensan.fetch(server.origin, allow_private=True)
        page = kaensan.fetch(server.origin, allow_private=True, render=True)
    assert any("--render" in warning for warning in plain.warnings)
    assert (page.texts.strings, page.url, page.warnings) == ([WORDS], server.origin + "/", ())
    assert "/leaf.png" not in server.paths
    assert "Kaensan/" in server.heads[-1]
    assert list(folder.iterdir()) == []
    _wait_until_gone(str(folder))


@pytest.mark.needs("chromium")
def test_the_command_line_renders_where_it_is_told_to(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    with serving({"/": html(SHELL), "/words": html(WORDS)}) as server:
        assert main(["extract", server.origin, "--allow-private", "--render", "-m", "weight"]) == 0
    assert capsys.readouterr() == (WORDS + "\n", "")


@pytest.mark.needs("chromium")
def test_what_a_page_asks_for_is_checked_like_the_page(monkeypatch: pytest.MonkeyPatch) -> None:
    """A page that is allowed, whose script calls a name that leads inside: the proxy refuses the one, not the other."""
    script = "<div id=a>no</div><script>fetch('http://inside.example:{port}/secret').then(\
        () => {{ document.getElementById('a').textContent = 'yes' }})</script>"
    with (
        serving({"/secret": html("secret")}) as inside,
        serving({"/": html(script.format(port=inside.port))}) as server,
    ):
        names = Names({"site.example": [["127.0.0.1"]], "inside.example": [["169.254.169.254"]]})
        permit = Guard._permit

        def only_this_machine(guard: Guard, host: str, address: object) -> None:
            if str(address) != "127.0.0.1":
                permit(Guard(allow_private=False), host, address)  # type: ignore[arg-type]

        monkeypatch.setattr(Guard, "_permit", only_this_machine)
        with Client(robots=False, resolver=names) as client:
            page = render_page(client, f"http://site.example:{server.port}/")
    assert page.texts.strings == ["no"]
    assert inside.heads == []


@pytest.mark.parametrize(
    "url", ["http://127.0.0.1:8080/", "http://localhost/", "file:///etc/passwd", "http://[::1]/", "http://0x7f.1/"]
)
def test_a_page_inside_is_refused_before_a_browser_starts(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KAENSAN_CHROMIUM", "/nowhere/at/all")
    with Client(robots=False) as client, pytest.raises(Refused):
        render_page(client, url)


@pytest.mark.needs("chromium")
def test_a_redirect_or_a_script_cannot_lead_the_browser_astray() -> None:
    pages = {
        "/robots.txt": answer(b"User-agent: *\nDisallow: /private/", kind="text/plain"),
        "/redirect": redirect("/private/a"),
        "/script": html("<script>location = '/private/b'</script>"),
        "/private/a": html("secret"),
        "/private/b": html("secret"),
    }
    with serving(pages) as server:
        for path in ("/redirect", "/script"):
            with pytest.raises(Refused, match=r"robots\.txt"):
                render(server, path)
    assert not any("private" in path for path in server.paths)


@pytest.mark.parametrize(
    ("spoken", "error"),
    [
        (answer(b"gone", "404 Not Found"), BadStatus),
        (answer(b"%PDF-1.7", kind="application/pdf"), NotAPage),
        (answer(b"zip", headers=[("Content-Disposition", "attachment")], kind="application/zip"), NotAPage),
        (html("<script>document.title = 'x'.repeat(2_000_000)</script>"), TooLarge),
    ],
    ids=["missing", "pdf", "download", "large"],
)
@pytest.mark.needs("chromium")
def test_what_is_no_page_is_the_error_that_it_is_without_a_browser(spoken: Speak, error: type[Exception]) -> None:
    with serving({"/": spoken}) as server, pytest.raises(error):
        render(server, robots=False, max_bytes=1_000_000)


LIAR = """<!doctype html><p>a short page</p><script>
const claimed = (value) => ({get: () => value, configurable: true});
Object.defineProperty(Element.prototype, "outerHTML", claimed({length: 5, toString: () => "x".repeat(3e6)}));
document.body.append("y".repeat(SIZE));
</script>"""


@pytest.mark.needs("chromium")
def test_what_a_page_says_of_its_own_length_is_not_believed() -> None:
    with serving({"/": html(LIAR.replace("SIZE", "100"))}) as server:
        page = render(server, robots=False, max_bytes=1_000_000)
    assert page.texts.strings[0] == "a short page"
    with serving({"/": html(LIAR.replace("SIZE", "2e6"))}) as server, pytest.raises(TooLarge, match="larger than"):
        render(server, robots=False, max_bytes=1_000_000)


@pytest.mark.needs("chromium")
def test_a_page_that_never_rests_ends_with_the_time() -> None:
    busy = html("<script>while (true) {}</script>")
    with serving({"/": busy}) as server, pytest.raises(Unreachable, match="within 4 seconds"):
        render(server, robots=False, timeout=Timeouts(2, 2, 4))


@pytest.mark.needs("chromium")
def test_a_page_that_eats_memory_is_stopped() -> None:
    hungry = "<script>const kept = []; setInterval(() => kept.push(new Uint8Array(3e7).fill(7)), 10)</script>"
    with (
        serving({"/": html(hungry)}) as server,
        Client(allow_private=True, robots=False) as client,
        pytest.raises(TooLarge, match=r"memory|crash"),
    ):
        render_page(client, server.origin, max_memory=600_000_000)


def test_a_missing_browser_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KAENSAN_CHROMIUM", "/nowhere/at/all")
    with pytest.raises(UsageError, match="KAENSAN_CHROMIUM"):
        find_chromium()


def test_a_program_that_is_no_browser_is_told_apart(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    program = tmp_path / "chromium"
    program.write_text("#!/bin/sh\necho 'FATAL: no display' >&2\nexit 3\n")
    program.chmod(0o755)
    monkeypatch.setenv("KAENSAN_CHROMIUM", str(program))
    with serving({"/": html(SHELL)}) as server, pytest.raises(Unreachable, match=r"ended by itself .*no display"):
        render(server, robots=False)


def _wait_until_gone(mark: str) -> None:
    """Wait until no process has a mark in its command: what was killed may take a moment to end."""
    end = time.monotonic() + _PATIENCE
    while any(mark in _command(process) for process in Path("/proc").glob("[0-9]*")):
        assert time.monotonic() < end, "a process of the browser is left"
        time.sleep(0.05)


def _command(folder: Path) -> str:
    try:
        return (folder / "cmdline").read_text(errors="replace") if int(folder.name) != os.getpid() else ""
    except OSError:
        return ""


@pytest.fixture
def proxy() -> Iterator[PinningProxy]:
    with PinningProxy(Guard(), Deadline(20), 1_000_000) as proxy:
        yield proxy


@pytest.mark.parametrize(
    "request_line",
    [
        "CONNECT 127.0.0.1:443 HTTP/1.1",
        "CONNECT localhost:80 HTTP/1.1",
        "CONNECT [::1]:443 HTTP/1.1",
        "CONNECT 169.254.169.254:80 HTTP/1.1",
        "CONNECT 0x7f.1:443 HTTP/1.1",
        "CONNECT 93.184.216.34:25 HTTP/1.1",
        "CONNECT a@127.0.0.1:443 HTTP/1.1",
        "GET http://127.0.0.1/ HTTP/1.1",
        "GET http://10.0.0.1/ HTTP/1.1",
        "POST http://[::ffff:127.0.0.1]/ HTTP/1.1",
        "GET file:///etc/passwd HTTP/1.1",
        "GET ftp://93.184.216.34/ HTTP/1.1",
        "GET / HTTP/1.1",
    ],
)
def test_the_proxy_refuses_what_the_guard_refuses(proxy: PinningProxy, request_line: str) -> None:
    assert _ask(proxy, request_line).startswith(b"HTTP/1.1 403")
    assert len(proxy.refused) == 1


@pytest.mark.parametrize("said", ["nonsense", "GET", "", "CONNECT  HTTP/1.1", "\x00\x01\x02"])
def test_the_proxy_answers_nonsense_with_an_error(proxy: PinningProxy, said: str) -> None:
    assert _ask(proxy, said)[:12] in (b"HTTP/1.1 502", b"HTTP/1.1 403")


def test_the_proxy_passes_on_and_closes_after_one_answer() -> None:
    def once(connection: socket.socket, path: str) -> None:
        answer(b"hello", headers=[("Connection", "keep-alive")])(connection, path)
        raise OSError("and no more")

    with (
        serving({"/a?b": once}) as server,
        PinningProxy(Guard(allow_private=True), Deadline(20), 1_000_000) as proxy,
    ):
        said = _ask(proxy, f"GET {server.origin}/a?b HTTP/1.1", "Proxy-Connection: keep-alive", "X: y")
    assert said.endswith(b"\r\n\r\nhello")
    assert b"Connection: close" in said
    assert b"keep-alive" not in said
    assert "Proxy-Connection" not in server.heads[0]


def test_the_proxy_stops_at_its_limit() -> None:
    with (
        serving({"/": answer(b"x" * 300_000)}) as server,
        PinningProxy(Guard(allow_private=True), Deadline(20), 100_000) as proxy,
    ):
        assert len(_ask(proxy, f"GET {server.origin}/ HTTP/1.1")) < 300_000
        assert proxy.exceeded


def _ask(proxy: PinningProxy, request_line: str, *headers: str) -> bytes:
    """What the proxy answers until it closes the connection."""
    with socket.create_connection(("127.0.0.1", proxy.port), 10) as connection:
        connection.sendall("\r\n".join([request_line, *headers, "", ""]).encode())
        said = b""
        while piece := connection.recv(65_536):
            said += piece
    return said
