// All methods on the page that is open, asked for once.

import { follow } from "./jobs.js";
import { busy } from "./notices.js";
import { thisPage } from "./service.js";
import { state } from "./state.js";
import { t } from "./words.js";

const comparisons = new WeakMap(); // source → promise of a comparison

export function comparison() {
  const { source } = state;
  if (!comparisons.has(source)) {
    const asked = busy(t("comparing"), follow("compare", thisPage()));
    comparisons.set(source, asked);
    asked.catch(() => comparisons.delete(source));
  }
  return comparisons.get(source);
}
