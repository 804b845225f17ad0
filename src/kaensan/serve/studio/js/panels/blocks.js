// Every block of the page with its label: another way to correct it, for those who cannot use the frame.

import { blocksOf, wordsOf } from "../blocks.js";
import { make } from "../element.js";
import { change, state } from "../state.js";
import { labelOf } from "../teach.js";
import { t } from "../words.js";

/** A section with an element and `update()`, which shows the labels and the choice as they are now. */
export function blockSection() {
  const entries = blocksOf(state.view.rows).map(({ block, rows }) => entry(block, rows));
  const element = make(
    "section",
    {},
    make("h3", {}, t("allBlocks")),
    make("p", { className: "hint" }, t("blocksKeys")),
    make(
      "ul",
      { className: "blocks", id: "blocks" },
      entries.map(({ button }) => make("li", {}, button)),
    ),
  );
  return { element, update: () => entries.forEach(refresh) };
}

function entry(block, rows) {
  const chip = make("span", { className: "chip" });
  const choose = () => change({ chosen: rows[0], hovered: null });
  const words = make("span", { className: "words", dir: "auto" }, wordsOf(state.view.rows, rows, 90));
  return { rows, chip, button: make("button", { type: "button", "data-block": block, onclick: choose }, chip, words) };
}

function refresh({ rows, chip, button }) {
  const label = labelOf(rows[0]);
  const isChosen = String(state.chosen >= rows[0] && state.chosen <= rows.at(-1) && state.chosen !== null);
  if (button.getAttribute("aria-current") !== isChosen) button.setAttribute("aria-current", isChosen);
  if (chip.dataset.label === label) return;
  chip.dataset.label = label;
  chip.className = `chip label-${label}`;
  chip.textContent = t(`label_${label}`);
}
