"""The figure that says what extraction does to a cloud."""

from pathlib import Path

import pytest

from experiments.clouds import WHOLE, Agreement, compare_clouds, main, to_markdown
from experiments.words import agreement, stages
from kaensan.gold.datasets import GoldPage

MENU = "".join(f'<li><a href="/{number}">ดูดวง หวยเด็ด ราคาทอง</a></li>' for number in range(30))
STORY = "ช้างป่าเดินลงจากเขามากินสับปะรดในไร่ ชาวไร่ตีเกราะไล่ช้างป่ากลับขึ้นเขาไปอย่างปลอดภัย ช้างป่าหายไปในความมืด"
HTML = f"<html><body><ul>{MENU}</ul><div><p>{STORY}</p><p>{STORY}</p></div></body></html>"


def gold_page(text: str) -> GoldPage:
    return GoldPage("test/1", "test", "dev", HTML.encode(), text)


def test_extraction_keeps_the_words_of_menus_out_of_the_cloud() -> None:
    whole, extracted = compare_clouds(gold_page(f"{STORY}\n{STORY}"), ["xpath"])
    assert (whole.system, extracted.system) == (WHOLE, "xpath")
    assert extracted.shared == 1
    assert extracted.foreign == 0
    assert whole.foreign >= 2


def test_a_page_whose_gold_has_no_terms_is_left_out() -> None:
    assert compare_clouds(gold_page("..."), ["xpath"]) == []


def test_the_table_has_means_over_pages() -> None:
    table = to_markdown([Agreement("a.dev", "x", 1.0, 0), Agreement("a.dev", "x", 0.5, 3)])
    assert "| a.dev | x | 2 | 75.0% | 1.5 | 50% |" in table


def test_a_missing_folder_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--data", str(tmp_path / "missing")]) == 1
    assert "is not a folder" in capsys.readouterr().err


def test_agreement_counts_words_cut_at_both_ends() -> None:
    assert agreement([["ตา", "กลม", " ", "ดี"]], [["ตาก", "ลม", " ", "ดี"]]) == pytest.approx(2 / 6)


def test_the_steps_of_a_cloud_are_timed() -> None:
    steps = stages(STORY, terms=10)
    assert list(steps) == ["segmentation", "terms", "layout", "SVG with its font"]
    assert all(seconds > 0 for seconds in steps.values())
