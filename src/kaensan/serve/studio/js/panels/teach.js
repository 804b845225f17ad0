// Corrections, the gold they become, and how every method fares against it.

import { wordsOf } from "../blocks.js";
import { byId, make } from "../element.js";
import { state } from "../state.js";
import { canUndo, release, undo } from "../teach.js";
import { t } from "../words.js";
import { blockSection } from "./blocks.js";
import { goldSection } from "./gold.js";
import { learnSection } from "./learn.js";
import { siteSection } from "../site.js";
import { scoreSection } from "./scores.js";

let sections = null;

/** Show the panel; the parts that change with every correction are made anew, the others stay. */
export function showTeach(panel) {
  const isShown = sections && panel.contains(sections.top);
  if (!isShown || sections.view !== state.view || sections.language !== state.language) {
    sections = {
      view: state.view,
      language: state.language,
      top: make("div"),
      blocks: blockSection(),
      site: siteSection(),
      scores: scoreSection(),
      gold: goldSection(),
      learn: learnSection(),
    };
    const { top, site, scores, gold, learn, blocks } = sections;
    panel.replaceChildren(top, site, scores.element, gold, learn, blocks.element);
  }
  showCorrections(panel, sections.top);
  sections.blocks.update();
  sections.scores.update();
}

/** List the corrections; the focus stays where it was, or near where it was. */
function showCorrections(panel, box) {
  const focused = box.contains(document.activeElement) ? document.activeElement.id || "undo" : null;
  box.replaceChildren(...corrections());
  if (!focused) return;
  const button = byId(focused);
  (button.disabled ? panel : button).focus();
}

/** The corrected rows, those of one block and one label together. */
function correctedRuns() {
  const runs = [];
  for (const { id, block } of state.view.rows.filter((row) => state.fixes[row.id])) {
    const last = runs.at(-1);
    if (last?.block === block && last.label === state.fixes[id]) last.rows.push(id);
    else runs.push({ block, label: state.fixes[id], rows: [id] });
  }
  return runs;
}

function corrections() {
  const fixed = correctedRuns();
  return [
    make("h3", {}, t("corrections")),
    make("p", { className: "hint" }, t("teachHint")),
    make(
      "div",
      { className: "panel-tools" },
      make("button", { type: "button", id: "undo", disabled: !canUndo(), onclick: undo }, t("undo")),
      make(
        "button",
        {
          type: "button",
          className: "quiet",
          id: "release-all",
          disabled: !fixed.length,
          onclick: () => release(Object.keys(state.fixes).map(Number)),
        },
        t("releaseAll"),
      ),
    ),
    make(
      "ul",
      { className: "fixes", id: "fixes" },
      fixed.map(({ rows, label }) =>
        make(
          "li",
          {},
          make("span", { className: `chip label-${label}` }, t(`label_${label}`)),
          make("span", { className: "words", dir: "auto" }, wordsOf(state.view.rows, rows, 80)),
          make(
            "button",
            {
              type: "button",
              className: "quiet",
              "aria-label": t("releaseThis", { words: wordsOf(state.view.rows, rows, 30) }),
              onclick: () => release(rows),
            },
            "✕",
          ),
        ),
      ),
    ),
  ];
}
