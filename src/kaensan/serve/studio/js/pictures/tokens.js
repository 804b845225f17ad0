// The token strip: what the network said about every token, and what became of it.

import { draw } from "../element.js";
import { change } from "../state.js";
import { t } from "../words.js";
import { WIDTH } from "./chart.js";
import { figure, legend, uniqueRows } from "./figure.js";

const KIND = { O: "other", C: "content", T: "title" };
const LEFT = 44;
const PER_ROW = 150;
const ROW = 34;
const STRIP = 11;

export function tokens(data) {
  const count = data.label.length;
  const perRow = Math.max(PER_ROW, Math.ceil(count / 40));
  const rows = Math.max(Math.ceil(count / perRow), 1);
  const cells = [];
  for (let row = 0; row < rows; row += 1) {
    cells.push(draw("text", { x: LEFT - 6, y: 22 + row * ROW, "text-anchor": "end" }, String(row * perRow + 1)));
    cells.push(...strip(data, data.network, row, perRow, 6), ...strip(data, data.label, row, perRow, 6 + STRIP + 2));
  }
  const changed = data.label.filter((label, at) => label !== data.network[at]).length;
  return figure(
    t("tokensTitle", { count, changed }),
    t("tokensHint"),
    legend([
      ["label-title", t("tokenT")],
      ["label-content", t("tokenC")],
      ["label-other", t("tokenO")],
    ]),
    draw(
      "svg",
      {
        viewBox: `0 0 ${WIDTH} ${rows * ROW + 8}`,
        role: "img",
        "aria-label": t("tokensTitle", { count, changed }),
        id: "tokens",
      },
      cells,
    ),
  );
}

function strip(data, labels, row, perRow, y) {
  const width = (WIDTH - LEFT - 10) / perRow;
  const end = Math.min((row + 1) * perRow, labels.length);
  const drawn = [];
  for (let first = row * perRow; first < end;) {
    let last = first;
    while (last < end && labels[last] === labels[first]) last += 1;
    const rows = uniqueRows([data.rows.slice(first, last)]);
    drawn.push(
      draw(
        "rect",
        {
          className: `cell fill-${KIND[labels[first]]}`,
          x: LEFT + (first - row * perRow) * width,
          y: y + row * ROW,
          width: (last - first) * width,
          height: STRIP,
          onclick: () => change({ lit: { rows, term: null } }),
        },
        draw(
          "title",
          {},
          `${labels[first]} ${first + 1}–${last}: ${data.tokens.slice(first, Math.min(last, first + 12)).join(" ")}`,
        ),
      ),
    );
    first = last;
  }
  return drawn;
}
