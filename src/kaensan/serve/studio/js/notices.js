// What the studio says while it works and when something went wrong.

import { byId } from "./element.js";
import { t } from "./words.js";

let running = 0;

/** Show that work is going on until the promise is settled. */
export async function busy(words, work) {
  running += 1;
  progress(words);
  try {
    return await work;
  } finally {
    running -= 1;
    if (!running) byId("progress").hidden = true;
  }
}

/** Say how far the work is. */
export function progress(words) {
  byId("progress").hidden = !running;
  byId("progress-words").textContent = words;
}

/** Say what went wrong, in words. */
export function trouble(error) {
  if (error?.name === "AbortError") return;
  const words = error?.name === "TypeError" ? t("unreachable") : error?.message || t("unknownTrouble");
  byId("trouble-words").textContent = words;
  byId("trouble").hidden = false;
}

export function noTrouble() {
  byId("trouble").hidden = true;
}

export function startNotices() {
  byId("trouble-close").addEventListener("click", noTrouble);
  addEventListener("unhandledrejection", (event) => {
    event.preventDefault();
    trouble(event.reason);
  });
}
