// Every method measured against the labels as they stand, a moment after each correction.

import { make } from "../element.js";
import { trouble } from "../notices.js";
import { ask, thisPage } from "../service.js";
import { number, t } from "../words.js";

const PAUSE = 350;
const MAIN = ["words F1", "trigrams F1", "ROUGE-L", "row accuracy", "title", "author", "date"];

/** A section with an element and `update(labels)`, which measures anew where the labels have changed. */
export function scoreSection() {
  const body = make("div", { id: "live-scores" });
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
      const isOpen = body.querySelector("details")?.open ?? false;
      const result = await ask("/v1/score", { ...thisPage(), labels }, { signal: running.signal });
      body.replaceChildren(...scoreTables(result));
      body.querySelector("details").open = isOpen;
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
  };
  return { element, update };
}

/** The measures that say most, and all of them behind a fold. */
export function scoreTables(result) {
  return [
    make("div", wide(), scoreTable(result, MAIN)),
    make("details", {}, make("summary", {}, t("allMeasures")), make("div", wide(), scoreTable(result))),
  ];
}

const wide = () => ({ className: "wide", tabindex: 0, role: "group", "aria-label": t("measure") });

/** A row for each measure, a column for each method. */
function scoreTable({ methods }, only = null) {
  const meanings = new Map(methods.flatMap((one) => one.measures).map(({ name, meaning }) => [name, meaning ?? null]));
  const names = [...meanings.keys()].filter((name) => !only || only.includes(name));
  const head = methods.map((one) => make("th", { scope: "col", className: "number" }, one.method));
  const row = (name) => {
    const values = methods.map((one) => one.measures.find((measure) => measure.name === name)?.value ?? null);
    const best = Math.max(...values.filter((value) => value !== null));
    const cells = values.map((value) =>
      make("td", { className: value === best ? "number best" : "number" }, value === null ? "–" : number(value, 3)),
    );
    return make("tr", {}, make("th", { scope: "row", title: meanings.get(name) }, name), cells);
  };
  return make(
    "table",
    { className: "scores" },
    make("thead", {}, make("tr", {}, make("th", { scope: "col" }, t("measure")), head)),
    make("tbody", {}, names.map(row)),
  );
}
