// Why texts were kept or dropped: asked for when somebody points at one, a few at a time, and remembered.

import { ask, thisPage } from "./service.js";
import { decisionOptions, state } from "./state.js";

const AHEAD = 12; // texts around the one that was asked about, so that the next ones are there already
const PAUSE = 60; // milliseconds that the pointer must rest

let known = { key: null, reasons: new Map() };
let waiting = null;

const keyNow = () => JSON.stringify([state.view?.method, state.policy, state.language, state.opened, state.taught]);

/** The reason of a row where it is known: {reason, causes, threshold, …}; else null, and `tell` is called later. */
export function reasonOf(row, tell) {
  const key = keyNow();
  if (known.key !== key) known = { key, reasons: new Map() };
  if (known.reasons.has(row)) return known.reasons.get(row);
  clearTimeout(waiting);
  waiting = setTimeout(() => fetchAround(row, key, tell), PAUSE);
  return null;
}

async function fetchAround(row, key, tell) {
  const from = Math.max(row - AHEAD, 0);
  const rows = Array.from({ length: Math.min(2 * AHEAD, state.view.rows.length - from) }, (_, at) => from + at);
  const missing = rows.filter((one) => !known.reasons.has(one));
  try {
    const answer = await ask("/v1/reasons", {
      ...thisPage(),
      ...decisionOptions(),
      rows: missing,
      language: state.language,
    });
    if (known.key !== key) return;
    for (const { row: at, ...reason } of answer.reasons) known.reasons.set(at, reason);
  } catch {
    if (known.key === key) known.reasons.set(row, { reason: "" });
  }
  tell();
}
