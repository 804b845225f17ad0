// The gold pages on the machine that serves the studio: save, open, delete, export, import.

import { make } from "../element.js";
import { save } from "../files.js";
import { trouble } from "../notices.js";
import { ask, send } from "../service.js";
import { saveGold } from "../teach.js";
import { t } from "../words.js";

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
  /** A listener that does something, says what was done, and shows the list anew. */
  const doing = (work) => async () => {
    try {
      said.textContent = (await work()) ?? "";
      show((await ask("/v1/gold")).pages);
    } catch (error) {
      trouble(error);
    }
  };
  const show = (pages) =>
    list.replaceChildren(
      ...(pages.length ? pages.map((page) => entry(page, doing)) : [make("li", { className: "hint" }, t("noGold"))]),
    );
  const endings = Object.keys(MEDIA).map((ending) => `.${ending}`);
  const file = make("input", {
    type: "file",
    className: "unseen",
    id: "gold-file",
    tabindex: -1,
    "aria-hidden": "true",
    accept: endings.join(),
  });
  file.addEventListener(
    "change",
    doing(() => bring(file)),
  );
  const button = (id, key, work) => make("button", { type: "button", id, onclick: work }, t(key));
  doing(() => {})();
  return make(
    "section",
    {},
    make("h3", {}, t("goldTitle")),
    make("p", { className: "hint" }, t("goldHint")),
    make(
      "div",
      { className: "panel-tools" },
      button("gold-save", "saveGold", doing(savePage)),
      button("gold-import", "importGold", () => file.click()),
      file,
      button(
        "gold-dataset",
        "exportDataset",
        doing(() => exported("dataset")),
      ),
      button(
        "gold-marked",
        "exportMarked",
        doing(() => exported("marked")),
      ),
    ),
    said,
    list,
  );
}

async function savePage() {
  await saveGold();
  return t("savedGold");
}

async function exported(format) {
  const response = await send(`/v1/gold/export?format=${format}`);
  save(EXPORTS[format], await response.arrayBuffer(), response.headers.get("Content-Type"));
}

async function bring(field) {
  const [file] = field.files;
  if (!file) return "";
  field.value = "";
  const type = MEDIA[file.name.split(".").pop().toLowerCase()] ?? "application/octet-stream";
  const { saved, failed } = await ask("/v1/gold/import", await file.arrayBuffer(), { type });
  return [t("imported", { count: saved.length }), ...failed.map((one) => `${one.name}: ${one.problem}`)].join(" ");
}

function entry(page, doing) {
  const title = page.title ?? page.url ?? page.id;
  const button = (key, mark, work) =>
    make(
      "button",
      { type: "button", className: "quiet", [mark]: page.id, "aria-label": `${t(key)}: ${title}`, onclick: work },
      t(key),
    );
  const forget = async () => {
    await send(`/v1/gold/${page.id}`, { method: "DELETE" });
    return t("deletedGold");
  };
  return make(
    "li",
    {},
    make("span", { className: "words", dir: "auto", title: t("goldNamed", { title, saved: page.saved }) }, title),
    button("openGold", "data-open", () => dispatchEvent(new CustomEvent("gold", { detail: { id: page.id } }))),
    button("deleteGold", "data-delete", doing(forget)),
  );
}
