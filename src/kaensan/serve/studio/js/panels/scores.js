// Every method measured against the labels as they stand, a moment after each correction.

import { make } from "../element.js";
import { trouble } from "../notices.js";
import { ask, thisPage } from "../service.js";
import { number, t } from "../words.js";

const PAUSE = 350;

/** A section with an element and `update(labels)`, which measures anew where the labels have changed. */
export function scoreSection() {
  const body = make("div", { className: "wide", tabindex: 0, role: "group", "aria-label": t("liveScores") });
  const element = make(
    "section",
    {},
    make("h3", {}, t("liveScores")),
    make("p", { className: "hint" }, t("scoresNote")),
    body,
  );
  let last = null;
  let timer = null;
  let running = null;
  const measure = async (labels) => {
    running?.abort();
    running = new AbortController();
    try {
      body.replaceChildren(scoreTable(await ask("/v1/score", { ...thisPage(), labels }, { signal: running.signal })));
    } catch (error) {
      trouble(error);
    }
  };
  const update = (labels) => {
    const written = labels.join();
    if (written === last) return;
    clearTimeout(timer);
    timer = setTimeout(() => measure(labels), last === null ? 0 : PAUSE);
    last = written;
    body.dataset.labels = String(labels.length);
  };
  return { element, update };
}

/** A row for each measure, a column for each method. */
export function scoreTable({ methods }) {
  const names = methods[0]?.measures.map((measure) => measure.name) ?? [];
  return make(
    "table",
    { className: "scores" },
    make(
      "thead",
      {},
      make(
        "tr",
        {},
        make("th", { scope: "col" }, t("measure")),
        methods.map((one) => make("th", { scope: "col", className: "number" }, one.method)),
      ),
    ),
    make(
      "tbody",
      {},
      names.map((name, at) => {
        const values = methods.map((one) => one.measures[at]?.value ?? null);
        const best = Math.max(...values.filter((value) => value !== null));
        return make(
          "tr",
          {},
          make("th", { scope: "row", title: methods[0].measures[at].meaning ?? null }, name),
          values.map((value) =>
            make(
              "td",
              { className: value !== null && value === best ? "number best" : "number" },
              value === null ? "–" : number(value, 3),
            ),
          ),
        );
      }),
    ),
  );
}
