// The words of the interface, in the language that was chosen.

import { english } from "./words/en.js";
import { thai } from "./words/th.js";
import { change, keep, recall, state } from "./state.js";

const LANGUAGES = { en: english, th: thai };

/** The words for a key; `{name}` in them stands for a value. */
export function t(key, values = {}) {
  const words = LANGUAGES[state.language]?.[key] ?? english[key] ?? key;
  return words.replace(/\{(\w+)\}/g, (whole, name) => (name in values ? String(values[name]) : whole));
}

/** The words for a key that may be unknown, such as a name that the service made up. */
export const known = (key, otherwise) => (english[key] === undefined ? otherwise : t(key));

/** A number as the language writes it. */
export const number = (value, digits = 0) =>
  value.toLocaleString(state.language === "th" ? "th-TH" : "en", {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });

/** Write the words into everything that `index.html` marks with `data-t…`. */
export function speak() {
  document.documentElement.lang = state.language;
  for (const element of document.querySelectorAll("[data-t]")) element.textContent = t(element.dataset.t);
  for (const element of document.querySelectorAll("[data-t-label]"))
    element.setAttribute("aria-label", t(element.dataset.tLabel));
  for (const element of document.querySelectorAll("[data-t-placeholder]"))
    element.placeholder = t(element.dataset.tPlaceholder);
}

export function firstLanguage() {
  const asked = recall("language") ?? (navigator.languages ?? []).find((one) => /^(th|en)\b/.test(one))?.slice(0, 2);
  return asked in LANGUAGES ? asked : "en";
}

export function switchLanguage() {
  const language = state.language === "th" ? "en" : "th";
  keep("language", language);
  change({ language });
}
