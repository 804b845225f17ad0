// Why a text was kept or dropped, and the buttons that correct it.

import { rowsWith } from "./blocks.js";
import { make } from "./element.js";
import { change, state } from "./state.js";
import { LABELS, correct, labelOf } from "./teach.js";
import { number, t } from "./words.js";

export function showWhy(box) {
  const shown = state.hovered ?? state.chosen;
  if (!state.view?.rows.length) return box.replaceChildren(make("p", { className: "hint" }, t("whyEmpty")));
  if (shown === null || !state.view.rows[shown]) return box.replaceChildren(make("p", { className: "hint" }, t("whyHint")));
  const row = state.view.rows[shown];
  const focused = box.contains(document.activeElement) ? document.activeElement.dataset.label : null;
  const parts = [
    make("div", { className: "why-head" },
      make("span", { className: `chip label-${row.role}` }, t(row.role === "other" ? "droppedBy" : row.role === "title" ? "titleBy" : "keptBy", { method: state.view.method })),
      make("span", { className: "why-score" }, make("span", { className: "meter", "aria-hidden": "true", "--share": row.score }, make("i")), t("scoreIs", { score: number(row.score, 2) })),
      state.fixes[shown] ? make("span", { className: `chip label-${state.fixes[shown]}` }, t("correctedTo", { label: t(`label_${state.fixes[shown]}`) })) : null,
      row.visible ? null : make("span", { className: "hint" }, t("hiddenText")),
      state.chosen === shown ? make("label", { className: "why-scope" }, scope(), t("wholeBlock")) : null),
    make("p", { className: "why-text", dir: "auto" }, row.text),
    make("ul", { className: "why-reasons" }, reasons(row.reason).map((words) => make("li", {}, words))),
  ];
  if (state.chosen === shown) parts.push(buttons(shown));
  box.replaceChildren(...parts);
  if (focused) box.querySelector(`[data-label="${focused}"]`)?.focus();
}

function reasons(reason) {
  const parts = reason.split(/;\s+/).filter(Boolean);
  return parts.length ? parts : [t("noReason")];
}

function buttons(row) {
  const now = labelOf(row);
  const rows = rowsWith(state.view.rows, row, state.whole);
  return make("div", { className: "why-labels", role: "group", "aria-label": t("correctHere") },
    LABELS.map((label, at) =>
      make("button", { type: "button", "data-label": label, className: `chip label-${label}`, "aria-pressed": String(now === label), onclick: () => correct(rows, label) }, t(`label_${label}`), make("kbd", { "aria-hidden": "true" }, String(at + 1)))));
}

function scope() {
  const box = make("input", { type: "checkbox", onchange: () => change({ whole: box.checked }) });
  box.checked = state.whole;
  return box;
}
