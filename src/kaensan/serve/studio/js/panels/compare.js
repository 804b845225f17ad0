// All methods on one page: what each keeps, how far they agree, and two of them side by side.

import { draw, make } from "../element.js";
import { state } from "../state.js";
import { number, t } from "../words.js";
import { sideBySide } from "./sides.js";

const WIDTH = 400;

let pair = null;

export function showCompare(panel, comparison) {
  const methods = comparison.methods.map((one) => one.method);
  if (!pair || pair.some((name) => !methods.includes(name))) {
    const second = methods.find((name) => name !== state.method) ?? methods[0];
    pair = [methods.includes(state.method) ? state.method : methods[0], second];
  }
  const again = () => showCompare(panel, comparison);
  panel.replaceChildren(
    make("h3", {}, t("compareStrips")),
    make(
      "div",
      { className: "wide", tabindex: 0, role: "group", "aria-label": t("compareStrips") },
      strips(comparison),
    ),
    ...comparison.missing.map((one) =>
      make("p", { className: "warning" }, t("missing", { method: one.method, why: one.why })),
    ),
    make("h3", {}, t("agreement")),
    make("p", { className: "hint" }, t("agreementHint")),
    make(
      "div",
      { className: "wide", tabindex: 0, role: "group", "aria-label": t("agreement") },
      matrix(comparison.agreement),
    ),
    make("h3", {}, t("sideBySide")),
    make(
      "div",
      { className: "sides" },
      [0, 1].map((side) => chooser(side, methods, again)),
    ),
    differenceSwitch(comparison),
    ...sideBySide(...pair.map((name) => comparison.methods.find((one) => one.method === name))),
  );
  if (marked) markDifference(comparison);
}

let marked = false;

/** Marks in the page what only one of the two methods keeps. */
function differenceSwitch(comparison) {
  const box = make("input", {
    type: "checkbox",
    id: "mark-difference",
    onchange: () => {
      marked = box.checked;
      if (marked) markDifference(comparison);
      else dispatchEvent(new CustomEvent("differ", { detail: null }));
    },
  });
  box.checked = marked;
  return make("label", { className: "why-scope" }, box, t("markDifference", { left: pair[0], right: pair[1] }));
}

function markDifference(comparison) {
  const [left, right] = pair.map((name) => comparison.methods.find((one) => one.method === name).roles);
  const side = (row) => {
    const [here, there] = [left[row] === "content", right[row] === "content"];
    return here === there ? null : here ? "left" : "right";
  };
  dispatchEvent(new CustomEvent("differ", { detail: side }));
}

function strips(comparison) {
  const { rows } = state.view;
  const total = Math.max(
    rows.reduce((sum, row) => sum + row.text.length, 0),
    1,
  );
  return make(
    "table",
    { className: "strips" },
    make(
      "thead",
      {},
      make(
        "tr",
        {},
        [t("method"), t("whereKept"), t("keptTexts"), t("confidence")].map((name) =>
          make("th", { scope: "col" }, name),
        ),
      ),
    ),
    make(
      "tbody",
      {},
      comparison.methods.map((one) =>
        make(
          "tr",
          {},
          make("th", { scope: "row" }, one.method),
          make("td", {}, strip(one, rows, total)),
          make("td", { className: "number" }, number(one.kept)),
          make("td", { className: "number" }, one.confidence === null ? "–" : number(one.confidence, 2)),
        ),
      ),
    ),
  );
}

function strip(one, rows, total) {
  const parts = [draw("rect", { width: WIDTH, height: 20, fill: "none", className: "line-grid" })];
  let before = 0;
  rows.forEach((row) => {
    const [x, width] = [(before / total) * WIDTH, (row.text.length / total) * WIDTH];
    before += row.text.length;
    const role = one.roles[row.id];
    if (role !== "other")
      parts.push(
        draw("rect", {
          className: `fill-${role}`,
          x,
          y: role === "title" ? 0 : 3,
          width: Math.max(width, 1),
          height: role === "title" ? 20 : 14,
        }),
      );
  });
  const share = rows.reduce((sum, row) => sum + (one.roles[row.id] === "content" ? row.text.length : 0), 0) / total;
  return draw(
    "svg",
    {
      className: "strip",
      viewBox: `0 0 ${WIDTH} 20`,
      preserveAspectRatio: "none",
      role: "img",
      "aria-label": t("stripDescribed", { method: one.method, share: number(share * 100) }),
    },
    parts,
  );
}

function matrix({ methods, shares }) {
  return make(
    "table",
    { className: "matrix", id: "agreement" },
    make(
      "thead",
      {},
      make(
        "tr",
        {},
        make("td", {}),
        methods.map((name) => make("th", { scope: "col" }, name)),
      ),
    ),
    make(
      "tbody",
      {},
      methods.map((name, at) =>
        make(
          "tr",
          {},
          make("th", { scope: "row" }, name),
          shares[at].map((share) => make("td", { "--share": share }, number(share, 2))),
        ),
      ),
    ),
  );
}

function chooser(side, methods, again) {
  const select = make(
    "select",
    {
      "aria-label": t(side ? "rightMethod" : "leftMethod"),
      id: `side-${side}`,
      onchange: () => {
        pair[side] = select.value;
        again();
        document.getElementById(`side-${side}`).focus();
      },
    },
    methods.map((name) => make("option", { value: name }, name)),
  );
  select.value = pair[side];
  return select;
}
