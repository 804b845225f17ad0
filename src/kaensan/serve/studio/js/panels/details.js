// What is known about the page, each piece with where it was found.

import { make } from "../element.js";
import { state } from "../state.js";
import { known, number, t } from "../words.js";

const NAMES = [
  "title",
  "author",
  "date",
  "modified",
  "site",
  "language",
  "description",
  "keywords",
  "image",
  "canonical_url",
];

export function showDetails(panel) {
  const { view } = state;
  const { metadata } = state.corrected ?? view;
  const kept = view.rows.filter((row) => row.role === "content");
  const characters = (rows) => rows.reduce((sum, row) => sum + row.text.length, 0);
  const share = characters(kept) / Math.max(characters(view.rows), 1);
  const facts = [
    [t("pageType"), view.page_type ? known(`type_${view.page_type}`, view.page_type) : t("unknown")],
    [t("confidence"), view.confidence === null ? t("cannotTell") : number(view.confidence, 2)],
    [t("threshold"), view.threshold === null ? t("cannotTell") : number(view.threshold, 2)],
    [t("keptTexts"), t("ofTexts", { kept: number(kept.length), all: number(view.rows.length) })],
    [t("keptShare"), `${number(share * 100)} %`],
    [t("encoding"), view.encoding ?? t("encodingText")],
  ];
  panel.replaceChildren(
    make("h3", {}, t("metadataHeading")),
    make(
      "table",
      { className: "details" },
      make(
        "thead",
        { className: "unseen" },
        make(
          "tr",
          {},
          ["what", "value", "foundIn"].map((key) => make("th", { scope: "col" }, t(key))),
        ),
      ),
      make(
        "tbody",
        {},
        NAMES.map((name) =>
          row(
            name,
            metadata[name],
            metadata.source[name === "canonical_url" ? "url" : name] ?? metadata.source[`${name}s`],
          ),
        ),
      ),
    ),
    make("h3", {}, t("factsHeading")),
    make(
      "table",
      { className: "details" },
      make(
        "tbody",
        {},
        facts.map(([name, value]) => make("tr", {}, make("th", { scope: "row" }, name), make("td", {}, value))),
      ),
    ),
    ...view.warnings.map((words) => make("p", { className: "warning" }, words)),
  );
}

function row(name, value, source) {
  const written = Array.isArray(value) ? value.join(", ") : value;
  return make(
    "tr",
    {},
    make("th", { scope: "row" }, t(`meta_${name}`)),
    make("td", { dir: "auto" }, written || make("span", { className: "hint" }, t("notFound"))),
    make("td", { className: "source-name" }, written && source ? source : ""),
  );
}
