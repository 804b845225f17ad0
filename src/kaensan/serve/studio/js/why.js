// Why a text was kept or dropped, and the buttons that correct it.

import { rowsWith, wordsOf } from "./blocks.js";
import { byId, make } from "./element.js";
import { reasonOf } from "./reasons.js";
import { siteButtons } from "./site.js";
import { change, state } from "./state.js";
import { LABELS, correct, labelOf } from "./teach.js";
import { number, t } from "./words.js";

/** Tell about the text under the pointer, else about the chosen one. */
export function showWhy() {
  const shown = state.hovered ?? state.chosen;
  const row = state.view.rows[shown];
  if (!row) {
    byId("why-words").replaceChildren(
      make("p", { className: "hint" }, t(state.view.rows.length ? "whyHint" : "whyEmpty")),
    );
    return;
  }
  const decided = { other: "droppedBy", title: "titleBy", content: "keptBy" }[row.role];
  byId("why-words").replaceChildren(
    make(
      "div",
      { className: "why-head" },
      make("span", { className: `chip label-${row.role}` }, t(decided, { method: state.view.method })),
      make(
        "span",
        { className: "why-score" },
        make("span", { className: "meter", "aria-hidden": "true", "--share": row.score }, make("i")),
        t("scoreIs", { score: number(row.score, 2) }),
      ),
      row.visible ? null : make("span", { className: "hint" }, t("hiddenText")),
    ),
    make("p", { className: "why-text", dir: "auto" }, row.text),
    explained(reasonOf(row.id, () => state.view && showWhy())),
  );
}

/** The parts of a reason, a line each; an empty line while it is on its way. */
function explained(found) {
  const parts = found ? found.reason.split(/;\s+/).filter(Boolean) : ["…"];
  if (found?.causes && !found.rule && parts.length > 1) parts.shift(); // the verdict stands above already
  return make(
    "ul",
    { className: "why-reasons" },
    (parts.length ? parts : [t("noReason")]).map((words) => make("li", {}, words)),
  );
}

/** The labels for the chosen text. They stay where they are, whatever the pointer passes on its way to them. */
export function showLabels() {
  const box = byId("why-labels");
  const { chosen } = state;
  box.hidden = chosen === null;
  if (chosen === null) return;
  const rows = rowsWith(state.view.rows, chosen, state.whole);
  const now = labelOf(chosen);
  const focused = box.contains(document.activeElement) ? document.activeElement.dataset.label : null;
  box.replaceChildren(
    make(
      "p",
      { className: "why-target", dir: "auto" },
      make("b", {}, t("thisIs")),
      " ",
      wordsOf(state.view.rows, rows, 120),
    ),
    make("label", { className: "why-scope" }, scope(), t("wholeBlock")),
    make(
      "div",
      { className: "why-buttons", role: "group", "aria-label": t("correctHere") },
      LABELS.map((label, at) =>
        make(
          "button",
          {
            type: "button",
            "data-label": label,
            className: `chip label-${label}`,
            "aria-pressed": String(now === label),
            onclick: () => correct(rows, label),
          },
          t(`label_${label}`),
          make("kbd", { "aria-hidden": "true" }, String(at + 1)),
        ),
      ),
    ),
    siteButtons(rows[0]),
  );
  if (focused) box.querySelector(`[data-label="${focused}"]`)?.focus();
}

function scope() {
  const box = make("input", { type: "checkbox", onchange: () => change({ whole: box.checked }) });
  box.checked = state.whole;
  return box;
}
