// What all pictures share: a caption, a legend, and lighting up rows of the page.

import { make } from "../element.js";
import { change, state } from "../state.js";

export const figure = (title, hint, ...content) =>
  make(
    "figure",
    { className: "picture" },
    make("figcaption", {}, title),
    hint ? make("p", { className: "hint" }, hint) : null,
    ...content,
  );

/** Squares of colour with what they mean, [class, words] each. */
export const legend = (entries) =>
  make(
    "ul",
    { className: "picture-legend" },
    entries.map(([name, words]) =>
      make("li", { className: `chip ${name}` }, make("span", { className: "hint" }, words)),
    ),
  );

export const uniqueRows = (lists) =>
  [...new Set(lists.flat())].filter((row) => row >= 0).sort((one, other) => one - other);

/** A listener that lights up rows, or puts them out where they are lit already. */
export const lights =
  (rows, button = null) =>
  () => {
    const isLit = state.lit.rows.length === rows.length && state.lit.rows.every((row, at) => row === rows[at]);
    change({ lit: { rows: isLit ? [] : rows, term: null } });
    if (!button) return;
    for (const other of button().parentElement.parentElement.querySelectorAll("[aria-pressed]"))
      other.setAttribute("aria-pressed", "false");
    button().setAttribute("aria-pressed", String(!isLit));
  };
