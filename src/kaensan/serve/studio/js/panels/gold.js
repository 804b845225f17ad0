// The gold pages on the machine that serves the studio: save, open, delete, export, import, measure.

import { make } from "../element.js";
import { save } from "../files.js";
import { follow } from "../jobs.js";
import { busy, progress, trouble } from "../notices.js";
import { ask, send, thisPage } from "../service.js";
import { state } from "../state.js";
import { allLabels } from "../teach.js";
import { t } from "../words.js";
import { scoreTable } from "./scores.js";

const MEDIA = {
  jsonl: "application/x-ndjson",
  ndjson: "application/x-ndjson",
  zst: "application/zstd",
  zip: "application/zip",
  html: "text/html",
  htm: "text/html",
};
const EXPORTS = { dataset: "gold.dev.jsonl.zst", marked: "gold-marked.zip" };

/** The section, with the list of pages as the service has it now. */
export function goldSection() {
  const list = make("ul", { className: "gold", id: "gold" });
  const said = make("p", { className: "hint", role: "status", id: "gold-said" });
  const measured = make("div");
  const file = make("input", {
    type: "file",
    className: "unseen",
    id: "gold-file",
    tabindex: -1,
    "aria-hidden": "true",
    accept: Object.keys(MEDIA)
      .map((ending) => `.${ending}`)
      .join(),
  });
  const say = (words) => (said.textContent = words);
  const tried = (work) => async () => {
    try {
      await work();
    } catch (error) {
      trouble(error);
    }
  };
  const refresh = tried(async () => showPages(list, (await ask("/v1/gold")).pages, say, refresh, tried));
  const button = (key, work, id) => make("button", { type: "button", id, onclick: tried(work) }, t(key));
  file.addEventListener(
    "change",
    tried(async () => {
      const [chosen] = file.files;
      if (chosen) say(await bring(chosen));
      file.value = "";
      await refresh();
    }),
  );
  refresh();
  return make(
    "section",
    {},
    make("h3", {}, t("goldTitle")),
    make("p", { className: "hint" }, t("goldHint")),
    make(
      "div",
      { className: "panel-tools" },
      button(
        "saveGold",
        async () => {
          await savePage();
          say(t("savedGold"));
          await refresh();
        },
        "gold-save",
      ),
      button("importGold", () => file.click(), "gold-import"),
      file,
      button("exportDataset", () => exported("dataset"), "gold-dataset"),
      button("exportMarked", () => exported("marked"), "gold-marked"),
      button(
        "scoreGold",
        async () =>
          measured.replaceChildren(
            make("h3", {}, t("goldScores")),
            make(
              "div",
              { className: "wide", tabindex: 0, role: "group", "aria-label": t("goldScores") },
              scoreTable(await measure()),
            ),
          ),
        "gold-score",
      ),
    ),
    said,
    list,
    measured,
  );
}

const savePage = () => ask("/v1/gold", { ...thisPage(), labels: allLabels(), page_type: state.view.page_type });

async function exported(format) {
  const response = await send(`/v1/gold/export?format=${format}`);
  save(EXPORTS[format], await response.arrayBuffer(), response.headers.get("Content-Type"));
}

async function bring(file) {
  const type = MEDIA[file.name.split(".").pop().toLowerCase()] ?? "application/octet-stream";
  const { saved, failed } = await ask("/v1/gold/import", await file.arrayBuffer(), { type });
  return [t("imported", { count: saved.length }), ...failed.map((one) => `${one.name}: ${one.problem}`)].join(" ");
}

const measure = () =>
  busy(
    t("scoreGold"),
    follow("score-gold", {}, undefined, (event) => progress(t("scoringGold", event))),
  );

function showPages(list, pages, say, refresh, tried) {
  if (!pages.length) return list.replaceChildren(make("li", { className: "hint" }, t("noGold")));
  const title = (page) => page.title ?? page.url ?? page.id;
  return list.replaceChildren(
    ...pages.map((page) =>
      make(
        "li",
        {},
        make(
          "span",
          { className: "words", dir: "auto", title: t("goldNamed", { title: title(page), saved: page.saved }) },
          title(page),
        ),
        make(
          "button",
          {
            type: "button",
            className: "quiet",
            "data-open": page.id,
            "aria-label": `${t("openGold")}: ${title(page)}`,
            onclick: () => dispatchEvent(new CustomEvent("gold", { detail: { id: page.id } })),
          },
          t("openGold"),
        ),
        make(
          "button",
          {
            type: "button",
            className: "quiet",
            "data-delete": page.id,
            "aria-label": `${t("deleteGold")}: ${title(page)}`,
            onclick: tried(async () => {
              await send(`/v1/gold/${page.id}`, { method: "DELETE" });
              say(t("deletedGold"));
              await refresh();
            }),
          },
          t("deleteGold"),
        ),
      ),
    ),
  );
}
