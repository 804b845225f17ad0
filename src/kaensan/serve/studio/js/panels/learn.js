// What gold is good for: measuring every method on it, and teaching from it.

import { make } from "../element.js";
import { follow } from "../jobs.js";
import { busy, progress, trouble } from "../notices.js";
import { change, state } from "../state.js";
import { t } from "../words.js";
import { scoreTables } from "./scores.js";

const KINDS = ["learn", "train-core", "train-lstm"];

export function learnSection() {
  const said = make("p", { className: "hint", role: "status", id: "learn-said" });
  const measured = make("div", { id: "gold-scores" });
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
    said.textContent = outcome(await long("learning", kind.value));
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
