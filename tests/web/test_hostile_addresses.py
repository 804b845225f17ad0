"""Addresses that try to lead inside: every one is refused, and nothing is called."""

from __future__ import annotations

import ipaddress
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st
from loopback import Names, Wire, answer, redirect, serving, wired

from kaensan.errors import FetchError, Refused
from kaensan.web.addresses import check, is_public
from kaensan.web.urls import parse_url

PUBLIC = "93.184.216.34"

HOSTILE = [
    # this machine, in all spellings
    "http://127.0.0.1/",
    "http://127.0.0.1:8080/admin",
    "http://127.1/",
    "http://127.0.1/",
    "http://127.255.255.254/",
    "http://2130706433/",
    "http://017700000001/",
    "http://0177.0.0.1/",
    "http://0177.0.0.01/",
    "http://0x7f000001/",
    "http://0x7f.0x0.0x0.0x1/",
    "http://0x7f.1/",
    "http://127.0.0.1./",
    "http://127.000.000.001/",
    "http://0/",
    "http://0.0.0.0/",
    "http://0.0.0.1/",
    "http://4294967295/",
    "http://256.256.256.256/",
    "http://1.2.3.4.5/",
    "http://①②⑦.⓪.⓪.①/",
    "http://１２７.０.０.１/",
    "http://127。0。0。1/",
    "http://127%2e0%2e0%2e1/",
    "http://%31%32%37.0.0.1/",
    "http://localhost/",
    "http://LOCALHOST:80/",
    "http://localhost./",
    "http://ⓛⓞⓒⓐⓛⓗⓞⓢⓣ/",
    "http://foo.localhost/",
    "http://[::1]/",
    "http://[0:0:0:0:0:0:0:1]/",
    "http://[::]/",
    "http://[::ffff:127.0.0.1]/",
    "http://[::ffff:7f00:1]/",
    "http://[::127.0.0.1]/",
    "http://[::ffff:0:127.0.0.1]/",
    # networks behind the door
    "http://10.0.0.1/",
    "http://10.255.255.255/",
    "http://172.16.0.1/",
    "http://172.31.255.255/",
    "http://192.168.0.1/",
    "http://100.64.0.1/",
    "http://198.18.0.1/",
    "http://192.0.2.1/",
    "http://203.0.113.7/",
    "http://[fc00::1]/",
    "http://[fd12:3456:789a::1]/",
    "http://[fe80::1]/",
    "http://[fe80::1%25eth0]/",
    "http://[fe80::1%eth0]/",
    "http://[fec0::1]/",
    "http://[2001:db8::1]/",
    "http://[3fff::1]/",
    "http://[5f00::1]/",
    "http://[100::1]/",
    # addresses that carry another
    "http://[2002:7f00:1::]/",
    "http://[2002:c0a8:1::1]/",
    "http://[64:ff9b::7f00:1]/",
    "http://[64:ff9b::10.0.0.1]/",
    "http://[64:ff9b:1::7f00:1]/",
    "http://[2001:0:7f00:1::]/",
    # machines that tell secrets, and many machines at once
    "http://169.254.169.254/latest/meta-data/",
    "http://[::ffff:a9fe:a9fe]/latest/",
    "http://2852039166/latest/",
    "http://0xa9fea9fe/",
    "http://[fd00:ec2::254]/",
    "http://100.100.100.200/",
    "http://192.0.0.192/",
    "http://168.63.129.16/machine",
    "http://224.0.0.1/",
    "http://255.255.255.255/",
    "http://[ff02::1]/",
    # other doors
    "file:///etc/passwd",
    "FILE:/etc/passwd",
    "ftp://93.184.216.34/",
    "gopher://93.184.216.34:6379/_FLUSHALL",
    "dict://93.184.216.34:11211/",
    "ldap://93.184.216.34/",
    "jar:http://93.184.216.34!/",
    "data:text/html,hello",
    "javascript:alert(1)",
    "unix:/var/run/docker.sock",
    "//127.0.0.1/",
    "http:127.0.0.1",
    "http:/127.0.0.1/",
    "http:///127.0.0.1/",
    "http://93.184.216.34:22/",
    "http://93.184.216.34:25/",
    "http://93.184.216.34:6379/",
    # addresses that two readers read differently
    "http://93.184.216.34@127.0.0.1/",
    "http://user:password@93.184.216.34/",
    "http://127.0.0.1\\@93.184.216.34/",
    "http://93.184.216.34\\@127.0.0.1/",
    "http:\\\\127.0.0.1\\",
    "http://93.184.216.34\t.evil/",
    "http://93.184.216.34\r\nHost: inside/",
    "http://93.184.216.34:80:80/",
    "http://93.184.216.34:8o/",
    "http://93.184.216.34:99999/",
    "http://[93.184.216.34]/",
    "http://[::1/",
    "http://::1/",
    "http://evil..com/",
    "http://-evil.com/",
    "http://ex ample.com/",
    "http://exa\u00admple.com:80@inside/",
    "http://\u202emoc.elpmaxe/",
    "http://" + "a" * 70 + ".com/",
    "http://e.org/" + "a" * 20_000,
]
_LOCAL = {"localhost": [["127.0.0.1", "::1"]], "foo.localhost": [["127.0.0.1"]]}


@pytest.mark.parametrize("url", HOSTILE, ids=lambda url: url[:60])
def test_a_hostile_address_is_refused_and_nobody_is_called(url: str) -> None:
    wire = Wire()
    with wired(wire, Names(dict(_LOCAL))) as client, pytest.raises(Refused) as refusal:
        client.get(url)
    assert wire.made == []
    assert "\n" not in str(refusal.value)


def test_there_are_many_of_them() -> None:
    assert len(set(HOSTILE)) >= 100


def test_what_follows_a_hash_is_no_host() -> None:
    wire = Wire()
    with wired(wire, Names({}), retries=0) as client, pytest.raises(FetchError):
        client.get("http://93.184.216.34#@127.0.0.1:99999/\\")
    assert wire.made == [(PUBLIC, 80)]


@pytest.mark.parametrize(
    "addresses",
    [
        ["127.0.0.1"],
        ["::1"],
        [PUBLIC, "10.0.0.1"],
        ["10.0.0.1", PUBLIC],
        ["2606:2800:220:1::1", "fd00::1"],
        ["::ffff:192.168.1.1"],
        ["64:ff9b::c0a8:101"],
        ["2002:a00:1::"],
        ["fe80::1%2"],
        ["169.254.169.254"],
        ["0.0.0.0"],
        ["::"],
        ["not an address"],
        ["127.1"],
    ],
)
def test_a_public_name_with_one_address_inside_is_refused(addresses: list[str]) -> None:
    wire = Wire()
    with wired(wire, Names({"rebind.example": [addresses]})) as client, pytest.raises(Refused):
        client.get("http://rebind.example/")
    assert wire.made == []


def test_a_name_that_changes_its_mind_gets_the_connection_to_the_address_that_was_checked() -> None:
    names = Names({"rebind.example": [[PUBLIC], ["127.0.0.1"]]})
    with serving({"*": answer(b"<p>hello</p>")}) as server:
        wire = Wire(server.port)
        with wired(wire, names) as client:
            client.get("http://rebind.example/first")
            assert client.get("http://rebind.example/again").body == b"<p>hello</p>"  # the same connection
    assert wire.made == [(PUBLIC, 80)]
    assert names.asked == ["rebind.example"]
    assert all("Host: rebind.example" in head for head in server.heads)


def test_a_name_that_changes_its_mind_is_refused_at_the_next_connection() -> None:
    names = Names({"rebind.example": [[PUBLIC], ["127.0.0.1"]]})
    with serving({"*": answer(b"<p>hello</p>", headers=[("Connection", "close")])}) as server:
        wire = Wire(server.port)
        with wired(wire, names) as client:
            client.get("http://rebind.example/first")
            with pytest.raises(Refused):
                client.get("http://rebind.example/again")
    assert wire.made == [(PUBLIC, 80)]


@pytest.mark.parametrize(
    "location",
    [
        "http://127.0.0.1/",
        "http://localhost/",
        "//127.0.0.1/",
        "http://inside.example/",
        "http://[::ffff:127.0.0.1]/",
        "http://2130706433/",
        "http://169.254.169.254/latest/meta-data/",
        "file:///etc/passwd",
        "gopher://inside.example:6379/",
        "http://public.example@127.0.0.1/",
        "\\\\127.0.0.1\\",
        "http://１２７.０.０.１/",
        "javascript:alert(1)",
        "http://public.example:25/",
    ],
)
@pytest.mark.parametrize("status", ["301 Moved", "307 Temporary Redirect"])
def test_a_redirect_is_checked_like_any_address(location: str, status: str) -> None:
    names = Names({"public.example": [[PUBLIC]], "inside.example": [["192.168.0.9"]], **_LOCAL})
    with serving({"/": redirect(location, status)}) as server:
        wire = Wire(server.port)
        with wired(wire, names) as client, pytest.raises(Refused):
            client.get("http://public.example/")
    assert wire.made == [(PUBLIC, 80)]


def test_the_last_of_many_redirects_is_checked_too() -> None:
    names = Names({"public.example": [[PUBLIC]]})
    hops = {f"/{n}": redirect(f"/{n + 1}") for n in range(8)} | {"/8": redirect("http://10.0.0.1/")}
    with serving(hops) as server:
        wire = Wire(server.port)
        with wired(wire, names) as client, pytest.raises(Refused, match=r"10\.0\.0\.1"):
            client.get("http://public.example/0")
    assert {host for host, _ in wire.made} == {PUBLIC}


def test_robots_txt_cannot_lead_inside_either() -> None:
    names = Names({"public.example": [[PUBLIC]]})
    with serving({"/robots.txt": redirect("http://169.254.169.254/")}) as server:
        wire = Wire(server.port)
        with wired(wire, names, robots=True) as client, pytest.raises(Refused):
            client.get("http://public.example/")
    assert server.paths == ["/robots.txt"]
    assert wire.made == [(PUBLIC, 80)]


def test_proxies_of_the_environment_are_not_used(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("http_proxy", "https_proxy", "all_proxy", "HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY"):
        monkeypatch.setenv(name, "http://127.0.0.1:9")
    with serving({"/": answer(b"<p>direct</p>")}) as server:
        wire = Wire(server.port)
        with wired(wire, Names({"public.example": [[PUBLIC]]})) as client:
            assert client.get("http://public.example/").body == b"<p>direct</p>"
    assert wire.made == [(PUBLIC, 80)]


@pytest.mark.parametrize(
    "text", ["8.8.8.8", PUBLIC, "2606:2800:220:1:248:1893:25c8:1946", "::ffff:8.8.8.8", "64:ff9b::808:808"]
)
def test_public_addresses_are_public(text: str) -> None:
    assert is_public(ipaddress.ip_address(text))


@given(st.ip_addresses(v=4, network="10.0.0.0/8") | st.ip_addresses(v=4, network="169.254.0.0/16"))
def test_no_way_of_carrying_a_private_address_makes_it_public(address: ipaddress.IPv4Address) -> None:
    bits = int(address)
    carriers = [0xFFFF << 32, 0x64FF9B << 96, 0, 0xFFFF << 48, 0x64FF9B0001 << 80]
    carried = [ipaddress.IPv6Address(carrier | bits) for carrier in carriers]
    carried.append(ipaddress.IPv6Address(0x2002 << 112 | bits << 80))
    assert not is_public(address)
    assert not any(map(is_public, carried))


@given(st.text(max_size=60) | st.text("abc127.0x[]:@/\\#?%。①１-_ ", max_size=40))
def test_any_text_is_an_address_in_parts_or_refused(text: str) -> None:
    for url in (text, "http://" + text):
        target = None
        with suppress(Refused):
            target = parse_url(url)
        if target is not None:
            assert parse_url(target.url) == target  # read again, it means the same
            assert target.host.isascii()
            assert target.path.isascii()


def test_check_gives_the_addresses_to_connect_to() -> None:
    names = Names({"xn--o3cw4h.example": [[PUBLIC]]})
    target, addresses = check("https://ไทย.example/ก", resolver=names)
    assert (target.host, target.port, addresses) == ("xn--o3cw4h.example", 443, [PUBLIC])


def test_allow_private_opens_this_machine_but_not_everything() -> None:
    assert check("http://127.0.0.1:8080/", allow_private=True)[1] == ["127.0.0.1"]
    for url in ("http://224.0.0.1/", "file:///etc/passwd", "http://0x7f.1/", "http://a@127.0.0.1/"):
        with pytest.raises(Refused):
            check(url, allow_private=True)
