// Every method measured against what a person said, a moment after each correction.

import { comparison } from "../comparison.js";
import { make } from "../element.js";
import { trouble } from "../notices.js";
import { ask, thisPage } from "../service.js";
import { state } from "../state.js";
import { allLabels } from "../teach.js";
import { number, t } from "../words.js";

const PAUSE = 350;
const MAIN = ["words F1", "trigrams F1", "ROUGE-L", "row accuracy", "title", "author", "date"];

/** A section with an element and `update()`, which measures anew where the labels have changed.

    Methods are measured against what a person said alone: a gold page has a label for every text; of a page that is
    being corrected only the texts count that were labelled. */
export function scoreSection() {
  const body = make("div", { id: "live-scores" });
  const element = make("section", {}, make("h3", {}, t("liveScores")), body);
  let last = null;
  let timer = null;
  const measure = async (written) => {
    try {
      const isOpen = body.querySelector("details")?.open ?? false;
      const shown = state.base ? await againstGold() : await againstLabels();
      if (written !== last) return;
      body.replaceChildren(...shown);
      const details = body.querySelector("details");
      if (details) details.open = isOpen;
    } catch (error) {
      trouble(error);
    }
  };
  const update = () => {
    const written = JSON.stringify([state.fixes, Boolean(state.base)]);
    if (written === last) return;
    clearTimeout(timer);
    timer = setTimeout(() => measure(written), last === null ? 0 : PAUSE);
    last = written;
  };
  return { element, update };
}

/** All measures, for a page with a label for every text. */
async function againstGold() {
  const hint = make("p", { className: "hint" }, t("scoresNote"));
  return [hint, ...scoreTables(await ask("/v1/score", { ...thisPage(), labels: allLabels() }))];
}

/** For each method how many of the labelled texts it decided as the person did. */
async function againstLabels() {
  const labelled = Object.entries(state.fixes);
  if (!labelled.length) return [make("p", { className: "hint" }, t("scoresNone"))];
  const { methods } = await comparison();
  const isKept = (label) => label === "content" || label === "post";
  const right = ({ roles }) => labelled.filter(([row, label]) => isKept(label) === (roles[row] === "content")).length;
  const counts = methods.map(right);
  const best = Math.max(...counts);
  return [
    make("p", { className: "hint" }, t("scoresLabelled", { count: number(labelled.length) })),
    make(
      "div",
      wide(),
      make(
        "table",
        { className: "scores" },
        make("thead", {}, make("tr", {}, make("th", { scope: "col" }, t("method")), make("th", { scope: "col", className: "number" }, t("scoresRight")))),
        make(
          "tbody",
          {},
          methods.map(({ method }, at) =>
            make(
              "tr",
              {},
              make("th", { scope: "row" }, method),
              make("td", { className: counts[at] === best ? "number best" : "number" }, t("scoresOf", { right: number(counts[at]), all: number(labelled.length) })),
            ),
          ),
        ),
      ),
    ),
  ];
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
