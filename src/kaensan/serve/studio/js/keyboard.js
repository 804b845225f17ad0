// Moving through the page and correcting it with keys alone.

import { blocksOf, rowsWith } from "./blocks.js";
import { change, state } from "./state.js";
import { LABELS, correct, undo } from "./teach.js";

const STEP_KEYS = { k: "kept", u: "doubtful", d: "dropped" };

/** The row that an arrow key leads to: up and down by blocks, left and right by texts. */
function rowAfter(key, row) {
  const { rows } = state.view;
  if (key === "ArrowLeft") return Math.max(row - 1, 0);
  if (key === "ArrowRight") return Math.min(row + 1, rows.length - 1);
  const blocks = blocksOf(rows);
  const at = blocks.findIndex((one) => one.rows.includes(row));
  const to = { ArrowUp: at - 1, ArrowDown: at + 1, Home: 0, End: blocks.length - 1 }[key];
  return to === undefined ? null : blocks[Math.min(Math.max(to, 0), blocks.length - 1)].rows[0];
}

/** What a key pressed in the page or in the list of blocks means; `move` is told of a new row. */
export function pressed(event, move) {
  if (!state.view || event.altKey) return;
  const undoes = (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "z";
  const kind = STEP_KEYS[event.key.toLowerCase()];
  if (undoes) undo();
  else if (event.ctrlKey || event.metaKey) return;
  else if (kind) dispatchEvent(new CustomEvent("step", { detail: { kind, direction: event.shiftKey ? -1 : 1 } }));
  else if (event.key === "s") dispatchEvent(new CustomEvent("save-and-next"));
  else if (state.chosen === null) return;
  else if (LABELS[Number(event.key) - 1])
    correct(rowsWith(state.view.rows, state.chosen, state.whole), LABELS[Number(event.key) - 1]);
  else if (event.key === "Escape") change({ chosen: null, lit: { rows: [], term: null } });
  else {
    const row = rowAfter(event.key, state.chosen);
    if (row === null) return;
    move(row);
  }
  event.preventDefault();
}
