"""The papers' published figures beside ours: `kaensan bench reproduce`."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from kaensan.bench.papers.dangmadee import lstm_sections
from kaensan.bench.papers.pan_aye import PanAye
from kaensan.bench.papers.reference import Experiment, read
from kaensan.bench.papers.thanadechteemapat_fung import ThanadechteemapatFung
from kaensan.bench.papers.wang_liu import WangLiu
from kaensan.bench.papers.weninger_hsu import WeningerHsu
from kaensan.bench.run import sample
from kaensan.draw.roc import draw_roc
from kaensan.gold import datasets

__all__ = ["Reproduction", "reproduce"]


@dataclass(frozen=True)
class Reproduction:
    """The tables as Markdown, and the pictures drawn from them by file name."""

    text: str
    pictures: dict[str, str]

    def write(self, folder: Path) -> list[Path]:
        """Write all into a folder, made when missing."""
        folder.mkdir(parents=True, exist_ok=True)
        files = {folder / "reproduction.md": self.text + "\n"}
        files |= {folder / name: picture for name, picture in self.pictures.items()}
        for path, content in files.items():
            path.write_text(content, encoding="utf-8")
        return list(files)


def reproduce(folder: Path, pages: int | None = None, seed: int = 0) -> Reproduction:
    """Measure every method as its paper did; at most `pages` pages of each dataset, drawn by `seed`.

    Every page is parsed once and measured by all experiments that want its dataset.
    """

    def chosen(dataset: str) -> Iterator[datasets.GoldPage]:
        loaded = datasets.load(folder, dataset)
        return loaded if pages is None else iter(sample(loaded, pages, seed))

    histogram = WeningerHsu()
    experiments: list[Experiment] = [histogram, PanAye(), ThanadechteemapatFung(), WangLiu()]
    for dataset in dict.fromkeys(name for experiment in experiments for name in experiment.datasets):
        wanted = [experiment for experiment in experiments if dataset in experiment.datasets]
        for page in read(chosen(dataset)):
            for experiment in wanted:
                experiment.add(dataset, page)
    sections = [section for experiment in experiments for section in experiment.sections()]
    sections += lstm_sections(chosen("thaiboards.train"), chosen("thaiboards.test"))
    return Reproduction("\n\n".join(sections), {"histogram-roc.svg": str(draw_roc(histogram.curves()))})
