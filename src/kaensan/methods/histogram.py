"""Text-to-tag histogram clustering.

T. Weninger and W. H. Hsu, "Web Content Extraction Through Histogram Clustering", ANNIE 2008.

Every source line has a text-to-tag ratio; the histogram of these ratios is smoothed, so that short lines among long
ones survive, and cut by a threshold or by clustering in the plane of its height and its slope. Equations are numbered
in the order in which the paper prints them. Our readings where it leaves room:

- Minified pages have few lines, so a page of fewer than 10 lines, or a line of more than 65,536 characters, is first
  broken at block tags; `lines="raw"` turns that off.
- Characters are counted as a reader sees them: entities decoded, white space collapsed.
- Equations 1 and 2 print a sum where each weight of the kernel is meant. Equation 2 as printed runs over half the
  kernel; a half kernel would move every hump down the page, so both halves are taken. The radius is clipped to the page
  length, and beyond both ends of the page there is no text.
- The slope is the mean of the *next* three values minus the value itself (the printed sum begins at the value itself);
  at the end of the page, of as many as are left. It is smoothed by its own deviation.
- The title is text of its line, once, whether a parser puts it into the head or, as behind CleanEval's wrapper, into
  the body.
- The clusterers are Weka's, which the paper used: distances over axes scaled to 0…1, and for a cluster without
  deviation along an axis that of the whole axis (see `clustering`).
- A row of text that runs over several lines goes with the greater part of its characters.
"""

from __future__ import annotations

import math
from dataclasses import field
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from kaensan.cached import cached_property
from kaensan.frozen_records import record
from kaensan.methods.base import Labels, Role, check_choice, step, worded
from kaensan.methods.clustering import Clusters, em, farthest_first, kmeans
from kaensan.page import Page
from kaensan.page.lines import SourceLines, raw_lines

__all__ = ["Histogram", "HistogramOptions", "TextToTag", "gaussian_kernel", "smooth", "text_to_tag_ratios"]

_ROLES = np.array([Role.OTHER, Role.CONTENT], np.int8)
_CLUSTERERS = {"farthest-first": farthest_first, "kmeans": kmeans, "em": em}
_DIRECT = 150  # weights of the widest kernel that plain convolution folds faster than a Fourier transform


@record
class HistogramOptions:
    """The published winner, Farthest First by density, unless told otherwise."""

    mode: Literal["clusters", "threshold"] = "clusters"
    clusterer: Literal["farthest-first", "kmeans", "em"] = "farthest-first"
    assign: Literal["density", "distance"] = "density"
    coefficient: float = 1.0
    """c of the threshold c·σ'"""
    ahead: int = 3
    """q, how many values the slope looks ahead"""
    clusters: int = 3
    lines: Literal["auto", "raw"] = "auto"
    seed: int = 0

    def __post_init__(self) -> None:
        check_choice("mode", self.mode, ("clusters", "threshold"))
        check_choice("clusterer", self.clusterer, _CLUSTERERS)
        check_choice("assign", self.assign, ("density", "distance"))
        check_choice("lines", self.lines, ("auto", "raw"))


_REASONS = {
    "no lines": ("no text in the source lines", "ไม่มีข้อความอยู่ในบรรทัดของซอร์ส"),
    "line": ("line {first}", "บรรทัด {first}"),
    "lines": ("lines {first} to {last}", "บรรทัด {first} ถึง {last}"),
    "reaches": (
        "{where}: smoothed text-to-tag ratio {height:.1f} reaches {threshold:.1f}",
        "{where}: สัดส่วนข้อความต่อแท็กที่ปรับเรียบแล้ว {height:.1f} ถึงเกณฑ์ {threshold:.1f}",
    ),
    "below": (
        "{where}: smoothed text-to-tag ratio {height:.1f} stays below {threshold:.1f}",
        "{where}: สัดส่วนข้อความต่อแท็กที่ปรับเรียบแล้ว {height:.1f} ไม่ถึงเกณฑ์ {threshold:.1f}",
    ),
    "clusters": (
        "{where}: height and slope ({height:.1f}, {slope:.1f}), {selected} of {lines} outside the cluster nearest"
        " the origin",
        "{where}: ความสูงและความชัน ({height:.1f}, {slope:.1f}) มี {selected} จาก {lines} บรรทัดอยู่นอกกลุ่มที่ใกล้จุดกำเนิดที่สุด",
    ),
}
"""Why a row is content or not, in English and in Thai."""


@record
class TextToTag:
    """The histogram of one page; every column has a value per line."""

    lines: SourceLines
    options: HistogramOptions
    ratio: NDArray[np.float64]
    """h: characters outside tags over tags"""
    smoothed: NDArray[np.float64]
    """h'"""

    @cached_property
    def sigma(self) -> float:
        """σ of the histogram, which is the width of the kernel."""
        return _deviation(self.ratio)

    @cached_property
    def deviation(self) -> float:
        """σ' of the smoothed histogram."""
        return _deviation(self.smoothed)

    @property
    def threshold(self) -> float:
        """c·σ'."""
        return self.options.coefficient * self.deviation

    @cached_property
    def slope(self) -> NDArray[np.float64]:
        """g: the mean of the next three values of h' minus the value itself."""
        return derivative(self.smoothed, self.options.ahead)

    @cached_property
    def signed_slope(self) -> NDArray[np.float64]:
        """ĝ: the slope smoothed, with its sign."""
        return smooth_derivative(self.slope)

    @cached_property
    def smoothed_slope(self) -> NDArray[np.float64]:
        """g': the slope smoothed, without its sign."""
        return np.abs(self.signed_slope)

    @cached_property
    def points(self) -> NDArray[np.float64]:
        """(h', g') of every line."""
        return np.array([self.smoothed, self.smoothed_slope]).T

    @cached_property
    def clusters(self) -> Clusters:
        """The clusters of the points."""
        options = self.options
        cluster = _CLUSTERERS[options.clusterer]
        return cluster(self.points, options.clusters, density=options.assign == "density", seed=options.seed)

    @cached_property
    def cluster(self) -> NDArray[np.int64]:
        """The cluster of each line."""
        return self.clusters.assign(self.points)

    @cached_property
    def selected(self) -> NDArray[np.bool_]:
        """Which lines are content."""
        return select(self)

    @cached_property
    def score(self) -> NDArray[np.float64]:
        """How much each line looks like content, 0…1: over a half when selected, and higher with h'."""
        height = np.maximum(self.smoothed, 0)
        return (self.selected + height / np.maximum(height + self.deviation, 1e-9)) / 2

    def reason(self, row: int, language: str = "en") -> str:
        """Why a row of `texts` is content or not."""
        pieces = self.lines.piece_row == row
        on = np.unique(self.lines.piece_line[pieces])
        if not len(on):
            return worded(_REASONS, "no lines", language)
        first, last = int(on[0]) + 1, int(on[-1]) + 1
        where = worded(_REASONS, "line" if first == last else "lines", language, first=first, last=last)
        height = float(self.smoothed[on].mean())
        if self.options.mode == "threshold":
            relation = "reaches" if height >= self.threshold else "below"
            return worded(_REASONS, relation, language, where=where, height=height, threshold=self.threshold)
        return worded(
            *(_REASONS, "clusters", language),
            where=where,
            height=height,
            slope=float(self.smoothed_slope[on].mean()),
            selected=int(np.count_nonzero(self.selected[on])),
            lines=len(on),
        )


@record
class Histogram:
    """The method `histogram`."""

    options: HistogramOptions = field(default_factory=HistogramOptions)

    @property
    def name(self) -> str:
        return "histogram"

    def label(self, page: Page) -> Labels:
        """Keep the rows on lines with much text and few tags."""
        lines = raw_lines(page, rebreak=self.options.lines == "auto")
        ratio = text_to_tag_ratios(lines.length, lines.tags)
        histogram = TextToTag(lines, self.options, ratio, smooth(ratio, _deviation(ratio)))
        content = lines.share(histogram.selected) >= 0.5
        score = lines.share(histogram.score)
        return Labels(
            method=self.name,
            role=_ROLES.take(content),
            score=np.where(content, np.maximum(score, 0.5), np.minimum(score, 0.49)).astype(np.float32),
            reason=histogram.reason,
            translated=histogram.reason,
            evidence=histogram,
        )


@step("text-to-tag ratios, h")
def text_to_tag_ratios(length: NDArray[np.int64], tags: NDArray[np.int64]) -> NDArray[np.float64]:
    """TTR of every line: characters outside tags over tags; no tag counts as one.

    >>> text_to_tag_ratios(np.array([12, 30]), np.array([0, 4])).tolist()
    [12.0, 7.5]
    """
    ratio: NDArray[np.float64] = length / np.maximum(tags, 1)
    return ratio


@step("equations 1 and 2, Gaussian kernel")
def gaussian_kernel(sigma: float, longest: int) -> NDArray[np.float64]:
    """The weights exp(-j²/2σ²) for j from -⌈σ⌉ to ⌈σ⌉, clipped to the given radius and normalised to sum 1.

    >>> gaussian_kernel(1.0, 100).round(3).tolist()
    [0.274, 0.452, 0.274]
    """
    radius = min(math.ceil(sigma), longest)
    if radius < 1:
        return np.ones(1)
    weight = np.exp(-(np.arange(-radius, radius + 1) ** 2) / (2 * sigma * sigma))  # equation 1
    kernel: NDArray[np.float64] = weight / weight.sum()  # equation 2
    return kernel


@step("equation 3, smoothing, h'")
def smooth(values: NDArray[np.float64], sigma: float) -> NDArray[np.float64]:
    """Convolve with the kernel; beyond both ends the values are 0. Near-linear however wide the kernel is."""
    kernel = gaussian_kernel(sigma, len(values))
    radius = len(kernel) // 2
    if not radius or not len(values):
        return values.copy()
    if len(kernel) <= _DIRECT:
        return np.convolve(values, kernel)[radius : radius + len(values)]
    size = 1 << (len(values) + len(kernel) - 2).bit_length()
    spectrum = np.fft.rfft(values, size) * np.fft.rfft(kernel, size)
    return np.fft.irfft(spectrum, size)[radius : radius + len(values)]


@step("equation 4, derivative, g")
def derivative(smoothed: NDArray[np.float64], ahead: int) -> NDArray[np.float64]:
    """The mean of the next three values of h' minus the value; 0 for the last, which has none after it."""
    total = smoothed.cumsum()
    later = np.concatenate([total[ahead:], np.repeat(total[-1:], min(ahead, len(total)))]) - total
    left = np.arange(len(smoothed) - 1, -1, -1)
    slope: NDArray[np.float64] = later / np.maximum(np.minimum(left, ahead), 1) - smoothed
    slope[-1:] = 0
    return slope


@step("equation 5, smoothed derivative, g'")
def smooth_derivative(slope: NDArray[np.float64]) -> NDArray[np.float64]:
    """The derivative smoothed by its own deviation, sign and all; its absolute value is the second axis."""
    return smooth(slope, _deviation(slope))


@step("selection of lines")
def select(histogram: TextToTag) -> NDArray[np.bool_]:
    """Content is what reaches c·σ', or what lies in any cluster but the one nearest the origin."""
    if histogram.options.mode == "threshold":
        return np.asarray(histogram.smoothed >= histogram.threshold)
    return np.asarray(histogram.cluster != histogram.clusters.nearest_origin)


def _deviation(values: NDArray[np.float64]) -> float:
    """The standard deviation."""
    if not len(values):
        return 0.0
    away = values - values.sum() / len(values)
    return math.sqrt(float(away @ away) / len(values))
