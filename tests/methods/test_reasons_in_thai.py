"""Every method gives its reasons in English and in Thai, with the same values."""

from __future__ import annotations

import re

import pytest

from kaensan.methods import load
from kaensan.page import parse

PAGE = """<!doctype html><html><head><title>น้ำขึ้นที่ท่าเรือ</title></head>
<body><nav><a href="/">หน้าแรก</a> <a href="/n">ข่าว</a> <a href="/s">กีฬา</a></nav>
<div id="main"><h1>น้ำขึ้นที่ท่าเรือ</h1>
<p>เช้านี้น้ำที่ท่าเรือขึ้นสูงกว่าทุกปี ชาวประมงต้องผูกเรือสองชั้นและย้ายอวนขึ้นไว้บนสะพานไม้หลังตลาด</p>
<p>นายท่าจดตัวเลขลงสมุดแล้วบอกว่าน้ำจะลดลงในวันพรุ่งนี้หากลมเปลี่ยนทิศไปทางเหนือตามที่คาดไว้</p></div>
<div id="foot"><a href="/about">เกี่ยวกับเรา</a><p hidden>ซ่อนอยู่</p></div></body></html>"""
METHODS = ("core", "xpath", "lineblock", "weight", "histogram", "boards", "lstm")
NUMBER = re.compile(r"\d+(?:\.\d+)?")


@pytest.mark.parametrize("name", METHODS)
def test_reasons_are_given_in_both_languages_with_the_same_values(name: str) -> None:
    labels = load(name).label(parse(PAGE))
    assert labels.translated is not None
    for row in range(len(labels.role)):
        english, thai = labels.translated(row, "en"), labels.translated(row, "th")
        assert english == labels.reason(row)
        assert re.search("[ก-๙]", thai), english
        assert not re.search("[ก-๙]", re.sub("<[^>]*>", "", english))
        if name != "core":  # whose sentences count in words of each language
            assert sorted(NUMBER.findall(english)) == sorted(NUMBER.findall(thai))
