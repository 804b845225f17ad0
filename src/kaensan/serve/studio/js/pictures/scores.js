// The score of every text along the page, and from which score on the page keeps text.

import { draw } from "../element.js";
import { change } from "../state.js";
import { number, t } from "../words.js";
import { HEIGHT, WIDTH, chart } from "./chart.js";
import { figure, legend } from "./figure.js";

export function scores(data) {
  const total = data.length.reduce((sum, length) => sum + length, 0);
  const plot = chart(Math.max(total, 1), 1, t("axisCharacters"), t("score"));
  let before = 0;
  const bars = data.rows.map((row, at) => {
    const x = plot.x(before);
    before += data.length[at];
    const y = plot.y(data.score[at]);
    return draw(
      "rect",
      {
        className: `cell fill-${data.kept[at] ? "content" : "other"}`,
        x,
        y,
        width: Math.max(plot.x(before) - x - 0.4, 0.4),
        height: Math.max(plot.bottom - y, 0.8),
        onclick: () => change({ lit: { rows: [row], term: null } }),
      },
      draw("title", {}, String(data.score[at])),
    );
  });
  return figure(
    t("scoresTitle"),
    t("scoresHint"),
    legend([
      ["label-content", t("kept")],
      ["label-other", t("dropped")],
      ...(data.threshold === null ? [] : [["label-author", t("scoresThreshold", { threshold: number(data.threshold, 2) })]]),
    ]),
    draw(
      "svg",
      { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", "aria-label": t("scoresTitle"), id: "scores" },
      plot.frame,
      bars,
      threshold(plot, data.threshold),
    ),
  );
}

/** A line at the score from which the page keeps text. */
const threshold = (plot, value) =>
  value === null
    ? []
    : draw("line", { id: "threshold", className: "line-threshold", x1: plot.x(0), x2: WIDTH, y1: plot.y(value), y2: plot.y(value) });
