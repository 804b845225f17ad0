// One of several: a radio group and a row of tabs, both moved through with the arrow keys.

import { make } from "./element.js";

function arrows(list, select) {
  list.addEventListener("keydown", (event) => {
    const all = [...list.querySelectorAll("button:not(:disabled)")];
    const at = all.indexOf(document.activeElement);
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    const to =
      event.key === "Home"
        ? 0
        : event.key === "End"
          ? all.length - 1
          : step === undefined
            ? null
            : (at + step + all.length) % all.length;
    if (to === null || at < 0) return;
    event.preventDefault();
    all[to].focus();
    select(all[to].dataset.value);
  });
}

/** Scroll a list sideways until the chosen one can be seen. */
function bring(list, chosen) {
  if (chosen && list.scrollWidth > list.clientWidth)
    list.scrollLeft = chosen.offsetLeft - list.offsetLeft - (list.clientWidth - chosen.offsetWidth) / 2;
}

/** Fill `list` with radio buttons, `choices` being [value, words, why not] each. */
export function radios(list, choices, chosen, select) {
  const isNew = !list.dataset.ready;
  list.dataset.ready = "yes";
  list.setAttribute("role", "radiogroup");
  const focused = list.contains(document.activeElement);
  list.replaceChildren(
    ...choices.map(([value, words, whyNot]) =>
      make(
        "button",
        {
          type: "button",
          role: "radio",
          "data-value": value,
          "aria-checked": String(value === chosen),
          tabindex: value === chosen ? 0 : -1,
          disabled: Boolean(whyNot),
          title: whyNot || null,
          onclick: () => list.select(value),
        },
        words,
      ),
    ),
  );
  list.select = select;
  if (isNew) arrows(list, (value) => list.select(value));
  bring(list, list.querySelector('[aria-checked="true"]'));
  if (focused) list.querySelector('[aria-checked="true"]')?.focus();
}

/** Fill `list` with tabs, `choices` being [value, words, count] each; the panel of a tab is `panel-VALUE`. */
export function tabs(list, choices, chosen, select) {
  const isNew = !list.dataset.ready;
  list.dataset.ready = "yes";
  const focused = list.contains(document.activeElement);
  list.replaceChildren(
    ...choices.map(([value, words, count]) =>
      make(
        "button",
        {
          type: "button",
          className: "tab",
          role: "tab",
          id: `tab-${value}`,
          "data-value": value,
          "aria-selected": String(value === chosen),
          "aria-controls": `panel-${value}`,
          tabindex: value === chosen ? 0 : -1,
          onclick: () => select(value),
        },
        words,
        count ? make("span", { className: "count" }, String(count)) : null,
      ),
    ),
  );
  if (isNew) arrows(list, select);
  bring(list, list.querySelector('[aria-selected="true"]'));
  for (const [value] of choices) document.getElementById(`panel-${value}`).hidden = value !== chosen;
  if (focused) list.querySelector('[aria-selected="true"]')?.focus();
}
