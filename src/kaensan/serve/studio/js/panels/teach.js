// Corrections, the gold they become, and how every method fares against it.

import { blocksOf, wordsOf } from "../blocks.js";
import { make } from "../element.js";
import { change, state } from "../state.js";
import { allLabels, canUndo, labelOf, release, undo } from "../teach.js";
import { number, t } from "../words.js";
import { goldSection } from "./gold.js";
import { learnSection } from "./learn.js";
import { scoreSection } from "./scores.js";

let sections = null;

/** Show the panel; the parts that change with every correction are made anew, the others stay. */
export function showTeach(panel) {
  if (
    !sections ||
    !panel.contains(sections.top) ||
    sections.view !== state.view ||
    sections.language !== state.language
  ) {
    sections = {
      view: state.view,
      language: state.language,
      top: make("div"),
      blocks: make("div"),
      scores: scoreSection(),
      gold: goldSection(),
      learn: learnSection(),
    };
    panel.replaceChildren(sections.top, sections.scores.element, sections.gold, sections.learn, sections.blocks);
  }
  const focused = document.activeElement?.closest?.("[data-block]")?.dataset.block;
  const scrolled = sections.blocks.querySelector(".blocks")?.scrollTop ?? 0;
  sections.top.replaceChildren(...corrections());
  sections.blocks.replaceChildren(...blockList());
  const list = sections.blocks.querySelector(".blocks");
  if (list) list.scrollTop = scrolled;
  if (focused) sections.blocks.querySelector(`[data-block="${focused}"]`)?.focus({ preventScroll: true });
  sections.scores.update(allLabels());
}

function corrections() {
  const fixed = blocksOf(state.view.rows.filter((row) => state.fixes[row.id]));
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
      fixed.map(({ rows }) =>
        make(
          "li",
          {},
          make("span", { className: `chip label-${state.fixes[rows[0]]}` }, t(`label_${state.fixes[rows[0]]}`)),
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

/** Every block with its label: another way to the same choice, for those who cannot use the frame. */
function blockList() {
  return [
    make("h3", {}, t("allBlocks")),
    make("p", { className: "hint" }, t("blocksKeys")),
    make(
      "ul",
      { className: "blocks", id: "blocks" },
      blocksOf(state.view.rows).map(({ block, rows }) =>
        make(
          "li",
          {},
          make(
            "button",
            {
              type: "button",
              "data-block": block,
              "data-row": rows[0],
              "aria-current": String(rows.includes(state.chosen)),
              onclick: () => change({ chosen: rows[0], hovered: null }),
            },
            make("span", { className: `chip label-${labelOf(rows[0])}` }, t(`label_${labelOf(rows[0])}`)),
            make(
              "span",
              { className: "words", dir: "auto" },
              wordsOf(state.view.rows, rows, 90) || number(rows.length),
            ),
          ),
        ),
      ),
    ),
  ];
}
