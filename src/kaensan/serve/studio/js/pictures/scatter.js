// The plane of height and slope: a mark for each line of the source, a shape and a colour for each cluster.

import { draw } from "../element.js";
import { change } from "../state.js";
import { t } from "../words.js";
import { HEIGHT, WIDTH, chart } from "./chart.js";
import { figure, legend, uniqueRows } from "./figure.js";

const KINDS = ["content", "second", "third", "title"];

export function scatter(data) {
  const slope = data.slope.map(Math.abs);
  const plot = chart(
    Math.max(...data.smoothed, 1) * 1.03,
    Math.max(...slope, 1) * 1.06,
    t("axisHeight"),
    t("axisSlope"),
  );
  const order = [data.noise, ...data.centroids.map((_, at) => at).filter((at) => at !== data.noise)];
  const kind = (cluster) => (cluster === data.noise ? "other" : KINDS[(order.indexOf(cluster) - 1) % KINDS.length]);
  const places = new Map();
  data.smoothed.forEach((height, line) => {
    const key = `${Math.round(plot.x(height))},${Math.round(plot.y(slope[line]))},${data.cluster[line]}`;
    if (!places.has(key))
      places.set(key, { x: plot.x(height), y: plot.y(slope[line]), cluster: data.cluster[line], lines: [] });
    places.get(key).lines.push(line);
  });
  const marks = [...places.values()].map((place) =>
    mark(place, kind(place.cluster), order.indexOf(place.cluster), data),
  );
  const centres = data.centroids.map(([height, rise]) => {
    const [x, y] = [plot.x(height), plot.y(Math.abs(rise))];
    return draw("path", { className: "line-centroid", d: `M${x - 7} ${y}h14M${x} ${y - 7}v14` });
  });
  const count = (cluster) => data.cluster.filter((one) => one === cluster).length;
  return figure(
    t("scatterTitle"),
    t("scatterHint"),
    legend([
      ["label-other", t("clusterOther", { count: count(data.noise) })],
      ...order
        .slice(1)
        .map((cluster) => [
          `label-${{ content: "content", second: "post", third: "author", title: "title" }[kind(cluster)]}`,
          t("clusterContent", { count: count(cluster) }),
        ]),
    ]),
    draw(
      "svg",
      {
        viewBox: `0 0 ${WIDTH} ${HEIGHT}`,
        role: "img",
        "aria-label": t("scatterDescribed", { lines: data.lines, clusters: order.length }),
        id: "scatter",
      },
      plot.frame,
      marks,
      centres,
    ),
  );
}

function mark({ x, y, lines }, kind, shape, data) {
  const rows = uniqueRows(lines.map((line) => data.rows[line]));
  const attributes = {
    className: `point fill-${kind}`,
    "data-lines": lines.map((line) => line + 1).join(" "),
    onclick: (event) => {
      for (const lit of event.target.parentElement.querySelectorAll(".lit")) lit.classList.remove("lit");
      event.target.classList.add("lit");
      change({ lit: { rows, term: null } });
    },
  };
  const title = draw(
    "title",
    {},
    t("scatterLines", {
      lines:
        lines
          .slice(0, 8)
          .map((line) => line + 1)
          .join(", ") + (lines.length > 8 ? "…" : ""),
    }),
  );
  if (shape % 3 === 1) return draw("rect", { ...attributes, x: x - 4, y: y - 4, width: 8, height: 8 }, title);
  if (shape % 3 === 2) return draw("path", { ...attributes, d: `M${x} ${y - 5.4}l5 8.6h-10z` }, title);
  return draw("circle", { ...attributes, cx: x, cy: y, r: 3.6 }, title);
}
