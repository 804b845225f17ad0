// Corrections: a label for rows, undo, and what is kept of them over a reload.

import { ask, thisPage } from "./service.js";
import { change, keep, recall, sourceKey, state } from "./state.js";

export const LABELS = ["title", "content", "post", "author", "date", "other"];

let past = [];

/** The label of a row: what a person said, now or when the page was saved as gold, else what the method said. */
export const labelOf = (row) => state.fixes[row] ?? state.base?.[row] ?? state.view.rows[row].role;

/** Row → label wherever a person has another opinion than the method, or has just said so. */
export function opinions() {
  const differing = state.view.rows.filter(
    ({ id, role }) => state.fixes[id] || (state.base && state.base[id] !== role),
  );
  return Object.fromEntries(differing.map(({ id }) => [id, labelOf(id)]));
}

/** The label of every row, as the service takes them. */
export const allLabels = () => state.view.rows.map((row) => labelOf(row.id));

/** Keep the page with its labels as gold, on the machine that serves the studio. */
export const saveGold = () =>
  ask("/v1/gold", { ...thisPage(), labels: allLabels(), page_type: state.view.page_type ?? undefined });

export const canUndo = () => past.length > 0;

const store = (fixes) => {
  keep(`fixes.${sourceKey(state.source)}`, Object.keys(fixes).length ? fixes : null);
  change({ fixes });
};

/** Give rows a label. */
export function correct(rows, label) {
  past.push(state.fixes);
  store({ ...state.fixes, ...Object.fromEntries(rows.map((row) => [row, label])) });
}

/** Leave rows to the method again. */
export function release(rows) {
  past.push(state.fixes);
  store(Object.fromEntries(Object.entries(state.fixes).filter(([row]) => !rows.includes(Number(row)))));
}

export function undo() {
  if (past.length) store(past.pop());
}

/** The corrections of a page that was seen before. */
export function recallFixes(source) {
  past = [];
  return recall(`fixes.${sourceKey(source)}`, {});
}
