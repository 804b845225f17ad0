"""The plane of height and slope of `histogram`: its lines by cluster, and by what they should be."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from kaensan.draw.axes import Chart
from kaensan.draw.escaping import Markup, element, join
from kaensan.draw.svg import circle, label, legend, picture, rect
from kaensan.methods.histogram import TextToTag

__all__ = ["draw_scatter", "draw_scatter_by_gold"]

_WIDTH, _HEIGHT = 960, 436
_CONTENT = ("content", "second", "third", "title")


def draw_scatter(histogram: TextToTag, *, alone: bool = True) -> Markup:
    """Draw the points (h', g') of all lines, one mark a cluster, and the centroids."""
    cluster, clusters = histogram.cluster, histogram.clusters
    noise = clusters.nearest_origin
    order = [noise, *(number for number in range(len(clusters.centroid)) if number != noise)]
    groups = [cluster == number for number in order]
    meanings = ["not content", *("content" for _ in order[1:])]
    how = f"{histogram.options.clusterer}, by {histogram.options.assign}"
    heading = f"Lines by height and slope, in {len(order)} clusters ({how})"
    return _plane(histogram, heading, groups, meanings, clusters.centroid, alone=alone)


def draw_scatter_by_gold(histogram: TextToTag, content: NDArray[np.bool_], *, alone: bool = True) -> Markup:
    """Draw the same points by what each line should be; `content` says it for every row of `texts`."""
    lines = histogram.lines
    text = lines.add(lines.piece_length)
    wanted = lines.add(lines.piece_length * content[lines.piece_row])
    is_content = (text > 0) & (2 * wanted >= text)
    groups, meanings = [~is_content, is_content], ["not content", "content"]
    heading = "Lines by height and slope, as the gold has them"
    return _plane(histogram, heading, groups, meanings, np.zeros((0, 2)), alone=alone)


def _plane(
    histogram: TextToTag,
    heading: str,
    groups: list[NDArray[np.bool_]],
    meanings: list[str],
    centroids: NDArray[np.float64],
    *,
    alone: bool,
) -> Markup:
    """Groups of lines in the plane, the first of them the lines that are not content."""
    points = histogram.points
    high = np.maximum(points.max(axis=0), 1.0)
    chart = Chart.of(_WIDTH, _HEIGHT, (0, float(high[0]) * 1.02), (0, float(high[1]) * 1.05))
    kinds = ["other", *(_CONTENT[number % len(_CONTENT)] for number in range(len(groups) - 1))]
    marks: list[Markup] = []
    for number, mine in enumerate(groups):
        x, y = chart.x(points[mine, 0]), chart.y(points[mine, 1])
        places = np.unique(np.round(np.stack([x, y], axis=1), 1), axis=0)
        marks += [_mark(x, y, kinds[number], number) for x, y in places.tolist()]
    for x, y in centroids.tolist():
        marks.append(_centroid(chart.x.at(x), chart.y.at(y), f"centroid ({x:.1f}, {y:.1f})"))
    counted = [f"{meaning}, {np.count_nonzero(mine)} lines" for meaning, mine in zip(meanings, groups, strict=True)]
    return picture(
        _WIDTH,
        _HEIGHT,
        "Height and slope in the plane",
        f"{len(points)} source lines: {'; '.join(counted)}.",
        chart.frame("h′, smoothed text-to-tag ratio", "g′, smoothed slope"),
        *marks,
        label(16, 20, heading, "ink strong"),
        legend(16, 40, zip(kinds, counted, strict=True)),
        alone=alone,
    )


def _mark(x: float, y: float, kind: str, shape: int) -> Markup:
    """Clusters differ in shape as well as in colour."""
    if shape % 3 == 1:
        return rect(x - 2.5, y - 2.5, 5, 5, kind)
    if shape % 3 == 2:
        return element("path", d=f"M{x:.1f} {y - 3.8:.1f}l3.4 6h-6.8z", class_=kind)
    return circle(x, y, 2.2, kind)


def _centroid(x: float, y: float, tip: str) -> Markup:
    cross = element("path", d=f"M{x - 6:.1f} {y:.1f}h12M{x:.1f} {y - 6:.1f}v12", class_="ink-line thick")
    return join([circle(x, y, 6, "faint paper", tip=tip), cross])
