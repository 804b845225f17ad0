// What gold is good for: measuring every method on it, and teaching from it.

import { make } from "../element.js";
import { follow } from "../jobs.js";
import { busy, progress, trouble } from "../notices.js";
import { change, state } from "../state.js";
import { number, t } from "../words.js";
import { scoreTables } from "./scores.js";

const KINDS = ["learn", "train-core", "train-lstm"];

export function learnSection() {
  const said = make("p", { className: "hint", role: "status", id: "learn-said" });
  const measured = make("div", { id: "gold-scores" });
  const trained = make("div", { id: "before-after" });
  const doing = (work) => async () => {
    try {
      await work();
    } catch (error) {
      trouble(error);
    }
  };
  const kind = make(
    "select",
    { id: "learn-kind", "aria-label": t("learnKind") },
    KINDS.map((one) => make("option", { value: one }, t(`learn_${one.replace("-", "_")}`))),
  );
  const measure = doing(async () => {
    measured.replaceChildren(...scoreTables(await long("scoreGold", "score-gold")));
  });
  const learn = doing(async () => {
    const result = await long("learning", kind.value);
    said.textContent = outcome(result);
    trained.replaceChildren(...beforeAfter(result));
    change({ taught: state.taught + 1 }); // what was learned is used at once
  });
  return make(
    "section",
    {},
    make("h3", {}, t("goldScores")),
    make(
      "div",
      { className: "panel-tools" },
      make("button", { type: "button", id: "gold-score", onclick: measure }, t("scoreGold")),
      kind,
      make("button", { type: "button", id: "learn", onclick: learn }, t("learnNow")),
    ),
    said,
    trained,
    measured,
  );
}

/** Long work, with what it says as it goes on. */
const long = (words, kind) =>
  busy(
    t(words),
    follow(kind, {}, undefined, ({ line, done, total }) =>
      progress(line ?? (total === undefined ? t(words) : t("scoringGold", { done: done ?? 0, total }))),
    ),
  );

const outcome = (result) =>
  result.sites ? t("learnedSites", { count: result.sites.length }) : (result.lines?.at(-1) ?? t("learned"));

/** How good the trained model is beside the shipped one, on gold pages that it was not trained on. */
function beforeAfter(result) {
  if (result.sites) return [];
  if (!result.held_back) return [make("p", { className: "hint" }, t("heldBackNone"))];
  const { pages, before, after } = result.held_back;
  const line = (name, one, words = "th") =>
    make(
      "tr",
      {},
      make(words, { scope: words === "th" ? "row" : null, dir: "auto" }, name),
      [one.before, one.after].map((value) => make("td", { className: "number" }, number(value, 3))),
    );
  return [
    make("p", { className: "hint" }, t("heldBackHint", { count: number(pages.length) })),
    make(
      "div",
      { className: "wide", tabindex: 0, role: "group", "aria-label": t("heldBackTitle") },
      make(
        "table",
        { className: "scores" },
        make(
          "thead",
          {},
          make(
            "tr",
            {},
            [t("heldBackTitle"), t("heldBackBefore"), t("heldBackAfter")].map((name, at) =>
              make("th", { scope: "col", className: at ? "number" : null }, name),
            ),
          ),
        ),
        make("tbody", {}, line(t("heldBackMean"), { before, after }), pages.map((page) => line(page.title ?? "–", page, "td"))),
      ),
    ),
  ];
}
