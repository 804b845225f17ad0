"""The plane of height and slope, with its clusters."""

from __future__ import annotations

import numpy as np

from kaensan.draw.axes import Chart
from kaensan.draw.markup import Markup, element, join
from kaensan.draw.svg import circle, label, legend, picture, rect
from kaensan.methods.histogram import TextToTag

__all__ = ["draw_scatter"]

_WIDTH, _HEIGHT = 960, 436
_CONTENT = ("content", "second", "third", "title")


def draw_scatter(histogram: TextToTag, *, alone: bool = True) -> Markup:
    """Draw the points (h', g') of all lines, one mark a cluster, and the centroids."""
    points, cluster, clusters = histogram.points, histogram.cluster, histogram.clusters
    high = np.maximum(points.max(axis=0), 1.0)
    chart = Chart.of(_WIDTH, _HEIGHT, (0, float(high[0]) * 1.02), (0, float(high[1]) * 1.05))
    noise = clusters.nearest_origin
    order = [noise, *(number for number in range(len(clusters.centroid)) if number != noise)]
    kinds = dict(zip(order, ("other", *_CONTENT * len(order)), strict=False))
    marks: list[Markup] = []
    for number in order:
        mine = points[cluster == number]
        places = np.unique(np.round(np.stack([chart.x(mine[:, 0]), chart.y(mine[:, 1])], axis=1), 1), axis=0)
        marks += [_mark(x, y, kinds[number], order.index(number)) for x, y in places.tolist()]
    for number in order:
        x, y = clusters.centroid[number].tolist()
        marks.append(_centroid(chart.x.at(x), chart.y.at(y), f"centroid ({x:.1f}, {y:.1f})"))
    counts = [int(np.count_nonzero(cluster == number)) for number in order]
    meanings = [f"not content, {counts[0]} lines", *(f"content, {count} lines" for count in counts[1:])]
    how = f"{histogram.options.clusterer}, by {histogram.options.assign}"
    return picture(
        _WIDTH,
        _HEIGHT,
        "Height and slope in the plane",
        f"{len(points)} source lines in {len(order)} clusters ({how}).",
        chart.frame("h′, smoothed text-to-tag ratio", "g′, smoothed slope"),
        *marks,
        label(16, 20, f"Lines by height and slope, in {len(order)} clusters ({how})", "ink strong"),
        legend(16, 40, zip([kinds[number] for number in order], meanings, strict=True)),
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
