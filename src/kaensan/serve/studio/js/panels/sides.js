// Two methods side by side, block by block of the page.

import { blocksOf, wordsOf } from "../blocks.js";
import { make } from "../element.js";
import { change, state } from "../state.js";
import { number, t } from "../words.js";

const MOST = 400;

/** A line for each block that either method keeps; lines on which they differ are marked. */
export function sideBySide(left, right) {
  const methods = [left, right];
  const lines = blocksOf(state.view.rows)
    .map(({ rows }) => methods.map((one) => rows.filter((row) => one.roles[row] !== "other")))
    .filter((sides) => sides.some((ids) => ids.length));
  const differ = ([ours, theirs]) =>
    String(ours) !== String(theirs) || ours.some((id) => left.roles[id] !== right.roles[id]);
  const count = number(lines.filter(differ).length);
  const head = methods.map((one) => make("th", { scope: "col" }, one.method));
  const row = (sides) =>
    make(
      "tr",
      { className: differ(sides) ? "differs" : null },
      sides.map((ids, side) => cell(ids, methods[side])),
    );
  const leftOut = lines.length - MOST;
  return [
    make("p", { className: "hint", id: "differing" }, t("differing", { count, all: number(lines.length) })),
    make(
      "table",
      { className: "pairs", id: "pairs" },
      make("thead", {}, make("tr", {}, head)),
      make("tbody", {}, lines.slice(0, MOST).map(row)),
    ),
    ...(leftOut > 0 ? [make("p", { className: "hint" }, t("pairsLeft", { count: number(leftOut) }))] : []),
  ];
}

function cell(ids, method) {
  if (!ids.length) return make("td", { className: "none" }, make("span", { className: "unseen" }, t("notKept")));
  const isTitle = ids.some((id) => method.roles[id] === "title");
  const show = () => change({ lit: { rows: ids, term: null } });
  return make(
    "td",
    { className: isTitle ? "title" : null, dir: "auto" },
    make("button", { type: "button", className: "row-link", onclick: show }, wordsOf(state.view.rows, ids, 220)),
  );
}
