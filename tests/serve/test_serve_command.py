"""`kaensan serve` itself, and what its arguments mean."""

from __future__ import annotations

import argparse
import re
import signal
import socket
import subprocess
import sys
from pathlib import Path

import httpx
import pytest

from kaensan.cli import main
from kaensan.cli.serve import configure, settings_of
from kaensan.errors import UsageError
from kaensan.serve.app import make_app
from kaensan.serve.settings import Limits, Settings, default_gold


@pytest.fixture(autouse=True)
def own_data_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What the command keeps by default goes where nobody misses it."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))


def parsed(*arguments: str) -> Settings:
    parser = argparse.ArgumentParser()
    configure(parser)
    return settings_of(parser.parse_args(arguments))


def test_the_service_is_for_this_machine_unless_told_otherwise() -> None:
    settings = parsed()
    assert (settings.host, settings.port, settings.workers) == ("127.0.0.1", 8000, 2)
    assert not settings.allow_private
    assert settings.keys == settings.hosts == settings.origins == ()
    assert settings.limits == Limits()
    assert settings.gold == default_gold()


def test_a_store_of_sites_exists_without_being_asked_for(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert parsed().site == tmp_path / "data" / "kaensan" / "sites.db"
    assert (tmp_path / "data" / "kaensan" / "sites.db").exists()
    (tmp_path / "data" / "kaensan" / "sites.db").write_text("this is no store of sites")
    assert parsed().site is None
    assert "nothing is learned of sites" in capsys.readouterr().err


def test_every_limit_has_an_option(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "keys").write_text("first-key-of-file\nsecond-key-of-file\n")
    monkeypatch.setenv("KAENSAN_API_KEYS", "key-of-environment")
    settings = parsed(
        *("--api-key", "key-of-arguments", "--api-keys", str(tmp_path / "keys"), "--cors", "https://a.example/"),
        *("--max-body", "1.5", "--max-held", "3", "--concurrent", "7", "--time-limit", "2", "--wait-limit", "4"),
        *("--max-answer", "2", "--transfer-limit", "9", "--least-rate", "0.5", "--site", str(tmp_path / "sites.db")),
        *("--pause-limit", "0.5", "--memory", "512", "--gold", str(tmp_path), "--allow-host", "h.example"),
    )
    assert settings.keys == ("key-of-arguments", "first-key-of-file", "second-key-of-file", "key-of-environment")
    assert settings.origins == ("https://a.example",)
    limits = settings.limits
    assert (limits.body, limits.held, limits.concurrent, limits.page) == (3 << 19, 3 << 20, 7, 2)
    assert (limits.request, limits.pause, limits.memory) == (4, 0.5, 512 << 20)
    assert (limits.answer, limits.transfer, limits.rate) == (2 << 20, 9, 512)
    assert settings.gold == tmp_path


def test_every_option_is_documented() -> None:
    parser = argparse.ArgumentParser(add_help=False)
    configure(parser)
    told = (Path(__file__).parents[2] / "docs/how-to/service.md").read_text(encoding="utf-8")
    for action in parser._actions:
        assert all(f"`{option}" in told for option in action.option_strings), action


def test_every_endpoint_is_documented() -> None:
    told = (Path(__file__).parents[2] / "docs/reference/http.md").read_text(encoding="utf-8")
    for path in make_app().state.description["paths"]:
        assert re.sub(r"/\{.*", "", path) in told, path


@pytest.mark.parametrize(
    "arguments", [("--workers", "0"), ("--api-key", "short"), ("--max-body", "0"), ("--api-keys", "/no/such/file")]
)
def test_wrong_settings_are_told_before_anything_starts(arguments: tuple[str, ...]) -> None:
    with pytest.raises(UsageError):
        parsed(*arguments)


def test_without_the_extra_the_command_says_what_to_install(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delitem(sys.modules, "kaensan.serve.server", raising=False)
    monkeypatch.setitem(sys.modules, "uvicorn", None)
    assert main(["serve"]) == 2
    assert "pip install 'kaensan[serve]'" in capsys.readouterr().err


def test_a_port_that_is_taken_is_told(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        assert main(["serve", "--port", port, "--gold", str(tmp_path)]) == 2
    assert "choose another --port" in capsys.readouterr().err


def test_the_command_serves_until_it_is_told_to_stop(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "kaensan", "serve", "--port", "0", "--workers", "1", "--gold", str(tmp_path)]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    try:
        assert process.stdout is not None
        found = re.search(r"http://\S+", process.stdout.readline())
        assert found
        transport = httpx.HTTPTransport(retries=5)
        with httpx.Client(base_url=found[0], timeout=60, transport=transport) as client:
            answer = client.post("/v1/extract", json={"html": "<p>หนึ่ง สอง สาม</p>", "method": "weight"})
        assert answer.json()["text"] == "หนึ่ง สอง สาม"
        process.send_signal(signal.SIGTERM)
        assert process.wait(60) in (0, -signal.SIGTERM)
    finally:
        process.kill()
        process.wait()
