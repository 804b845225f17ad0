// The text-to-tag histogram, with a brush: the lines under it light up in the page.

import { draw, make } from "../element.js";
import { change, state } from "../state.js";
import { number, t } from "../words.js";
import { HEIGHT, WIDTH, chart, pointerPlace } from "./chart.js";
import { figure, legend, uniqueRows } from "./figure.js";

const MOST_BARS = 600;

export function histogram(data) {
  const count = data.lines;
  const peak = Math.max(...data.smoothed, 0);
  const high = Math.max(1.6 * peak, 1.2 * data.threshold, Math.min(Math.max(...data.ratio, 0), 4 * peak), 1);
  const plot = chart(Math.max(count, 1), high, t("axisLine"), t("axisRatio"));
  const brush = draw("rect", {
    className: "brush",
    y: plot.top,
    height: plot.bottom - plot.top,
    x: 0,
    width: 0,
    visibility: "hidden",
  });
  const svg = draw(
    "svg",
    {
      viewBox: `0 0 ${WIDTH} ${HEIGHT}`,
      className: "brushable",
      role: "img",
      "aria-label": t("histogramDescribed", { lines: count, selected: data.selected.filter(Boolean).length }),
      id: "histogram",
    },
    bands(data, plot),
    plot.frame,
    bars(data, plot),
    draw("polyline", {
      className: "line-smooth",
      points: data.smoothed
        .map((value, line) => `${plot.x(line + 0.5).toFixed(1)},${plot.y(value).toFixed(1)}`)
        .join(" "),
    }),
    draw("line", {
      className: "line-threshold",
      x1: plot.x(0),
      x2: plot.x(count),
      y1: plot.y(data.threshold),
      y2: plot.y(data.threshold),
    }),
    brush,
  );
  const ends = brushable(svg, brush, plot, data);
  return figure(
    t("histogramTitle"),
    t("histogramHint"),
    legend([
      ["label-content", t("ratioSelected")],
      ["label-other", t("ratioOther")],
      ["label-title", t("smoothed")],
      ["label-author", t("threshold")],
    ]),
    svg,
    ends,
  );
}

function bands(data, plot) {
  const drawn = [];
  for (let first = 0; first < data.lines; first += 1) {
    if (!data.selected[first]) continue;
    let end = first;
    while (end < data.lines && data.selected[end]) end += 1;
    drawn.push(
      draw("rect", {
        className: "fill-band",
        x: plot.x(first),
        y: plot.top,
        width: Math.max(plot.x(end) - plot.x(first), 0.5),
        height: plot.bottom - plot.top,
      }),
    );
    first = end;
  }
  return drawn;
}

function bars(data, plot) {
  const step = Math.max(Math.ceil(data.lines / MOST_BARS), 1);
  const width = Math.max((plot.x(step) - plot.x(0)) * 0.9, 0.5);
  const paths = { content: "", other: "" };
  for (let first = 0; first < data.lines; first += step) {
    const lines = Array.from({ length: Math.min(step, data.lines - first) }, (_, at) => first + at);
    const top = Math.max(...lines.map((line) => data.ratio[line]));
    const kind = lines.some((line) => data.selected[line]) ? "content" : "other";
    if (top > 0)
      paths[kind] +=
        `M${plot.x(first).toFixed(1)} ${plot.bottom}V${plot.y(top).toFixed(1)}h${width.toFixed(2)}V${plot.bottom}z`;
  }
  return Object.entries(paths).map(([kind, path]) => draw("path", { className: `fill-${kind}`, d: path }));
}

/** Let the pointer and two sliders choose lines; both say the same. */
function brushable(svg, brush, plot, data) {
  const last = Math.max(data.lines, 1);
  const said = make("p", { className: "brush-said", role: "status" }, t("brushHint"));
  const [from, to] = ["brush-from", "brush-to"].map((id, at) =>
    make("input", { type: "range", min: 1, max: last, step: 1, id, value: at ? last : 1 }),
  );
  const [fromSaid, toSaid] = [from, to].map((end) => make("output", { for: end.id }, number(Number(end.value))));
  const choose = (one, other) => {
    const first = Math.max(Math.min(one, other), 1);
    const end = Math.min(Math.max(one, other), last);
    from.value = first;
    to.value = end;
    fromSaid.textContent = number(first);
    toSaid.textContent = number(end);
    brush.setAttribute("x", plot.x(first - 1));
    brush.setAttribute("width", Math.max(plot.x(end) - plot.x(first - 1), 1));
    brush.setAttribute("visibility", "visible");
    const rows = uniqueRows(data.rows.slice(first - 1, end));
    said.textContent = rows.length
      ? t("brushSaid", { first: number(first), last: number(end), texts: number(rows.length) })
      : t("brushNothing", { first: number(first), last: number(end) });
    change({ lit: { rows, term: null, from: "brush" } });
  };
  const line = (event) => Math.floor(plot.at(pointerPlace(svg, event))) + 1;
  let start = null;
  svg.addEventListener("pointerdown", (event) => {
    start = line(event);
    svg.setPointerCapture(event.pointerId);
    choose(start, start);
    event.preventDefault();
  });
  svg.addEventListener("pointermove", (event) => {
    if (start !== null) choose(start, line(event));
  });
  for (const end of ["pointerup", "pointercancel"]) svg.addEventListener(end, () => (start = null));
  from.addEventListener("input", () => choose(Number(from.value), Math.max(Number(from.value), Number(to.value))));
  to.addEventListener("input", () => choose(Math.min(Number(from.value), Number(to.value)), Number(to.value)));
  const clear = make(
    "button",
    {
      type: "button",
      className: "quiet",
      onclick: () => {
        brush.setAttribute("visibility", "hidden");
        said.textContent = t("brushHint");
        if (state.lit.from === "brush") change({ lit: { rows: [], term: null } });
      },
    },
    t("clear"),
  );
  return [
    make(
      "div",
      { className: "brush-ends" },
      make("label", {}, t("brushFrom"), " ", fromSaid, from),
      make("label", {}, t("brushTo"), " ", toSaid, to),
    ),
    said,
    clear,
  ];
}
