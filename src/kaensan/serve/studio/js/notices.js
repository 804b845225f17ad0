// What the studio says while it works and when something went wrong.

import { byId, make } from "./element.js";
import { useKey } from "./service.js";
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
  const words = error?.status === 401 ? t("needsKey") : error?.message || t("unknownTrouble");
  byId("trouble-words").replaceChildren(words, ...(error?.status === 401 ? [keyForm()] : []));
  byId("trouble").hidden = false;
}

/** A service that wants a key gets the chance to be told it; nothing is lost by the reload. */
function keyForm() {
  const field = make("input", { type: "password", id: "key", "aria-label": t("key"), autocomplete: "off" });
  const send = (event) => {
    event.preventDefault();
    useKey(field.value);
    location.reload();
  };
  return make("form", { onsubmit: send }, field);
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
