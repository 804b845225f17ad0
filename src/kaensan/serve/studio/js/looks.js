// How the page is shown: with its marks, in its own look, as a reader would like it, or as its source.

import { radios } from "./choices.js";
import { byId, make } from "./element.js";
import { frameDocument } from "./frame.js";
import { loadImages, showInlineImages, withoutAddresses } from "./images.js";
import { busy, trouble } from "./notices.js";
import { askOnce } from "./service.js";
import { change, decisionOptions, state } from "./state.js";
import { shownTheme } from "./theme.js";
import { number, t } from "./words.js";

export const LOOKS = ["marked", "own", "reader", "source"];

/** Whether a look stands in the frame whose rows are marked. */
export const isFramed = (look) => look === "marked" || look === "own";

export function startLooks() {
  byId("looks").setAttribute("role", "radiogroup");
}

/** Show the look that was chosen; the marked page stays in its frame behind the others. */
export async function showLook() {
  const { look, view } = state;
  radios(
    byId("looks"),
    LOOKS.map((name) => [name, t(`look_${name}`)]),
    look,
    (chosen) => change({ look: chosen }),
  );
  byId("frame-box").hidden = !isFramed(look);
  byId("minimap").hidden = !isFramed(look);
  const other = byId("other-look");
  other.hidden = isFramed(look);
  if (look === "marked" || look === "source") showLookNote(null);
  if (look === "reader") await showReader(other, view).catch(trouble);
  if (look === "source") await showSource(other);
}

/** What the service has of the page's own look. */
export const askOwnLook = () => busy(t("dressing"), askOnce("look", "/v1/look", {}));

/** Say what is missing of a page in its own look or in the reader, and offer to load its pictures. */
export function showLookNote(page, linked = 0) {
  const note = byId("look-note");
  const count = page ? showInlineImages(page) : 0;
  const load = async () => {
    note.querySelector("button").disabled = true;
    await busy(t("loadingImages"), loadImages(page));
    showLookNote(page, linked);
  };
  note.hidden = !count && !linked;
  note.replaceChildren(
    linked ? make("span", {}, t("stylesNotLoaded", { count: number(linked) })) : "",
    count
      ? make("button", { type: "button", className: "quiet", id: "load-images", onclick: load }, t("loadImages", { count: number(count) }))
      : "",
  );
}

/** The content as HTML, and nothing else of it. */
const askContent = async () => {
  const { html } = await busy(t("reading"), askOnce("html", "/v1/extract", { ...decisionOptions(), formats: ["html"] }));
  return { html };
};

/** The content alone, written by the service from harmless elements, in a frame in which nothing runs or loads. */
async function showReader(box, view) {
  const { source } = state;
  const shown = state.corrected ?? { ...view, ...(await askContent()) };
  if (state.source !== source || state.look !== "reader") return;
  const { title, author, date } = shown.metadata;
  const key = `${title}${shown.html.length}${shownTheme()}${state.opened}`;
  const shownAlready = box.dataset.key === key && box.querySelector("iframe")?.contentDocument;
  if (shownAlready) return showLookNote(shownAlready);
  box.dataset.key = key;
  const escape = (words) => make("p", {}, words ?? "").innerHTML;
  const byline = [author, date?.slice(0, 10)].filter(Boolean).join(" · ");
  const language = /^[A-Za-z-]{2,12}$/.test(shown.metadata.language ?? "") ? ` lang="${shown.metadata.language}"` : "";
  const head = `<header><h1 dir="auto">${escape(title)}</h1><p dir="auto">${escape(byline)}</p></header>`;
  const content = withoutAddresses(shown.html);
  const frame = make("iframe", {
    sandbox: "allow-same-origin",
    title: t("look_reader"),
    referrerpolicy: "no-referrer",
    srcdoc: frameDocument(`<article dir="auto" tabindex="0">${head}${content}</article>`, "reader", language),
  });
  frame.addEventListener("load", () => {
    frame.contentDocument.addEventListener("click", (event) => event.preventDefault());
    if (state.look === "reader") showLookNote(frame.contentDocument);
  });
  box.replaceChildren(frame);
}

const AROUND = 60_000; // letters of the source that are shown around the chosen text

/** The source, with the chosen text marked at its place. */
async function showSource(box) {
  const { source: page, chosen } = state;
  let answer;
  try {
    answer = await askOnce("source", "/v1/view", { ...decisionOptions(), source: true });
  } catch (error) {
    return trouble(error);
  }
  if (state.source !== page || state.look !== "source") return;
  delete box.dataset.key;
  const { source, places } = answer;
  const [start, end] = chosen === null ? [0, 0] : [places.start[chosen], places.end[chosen]];
  const from = Math.max(start - AROUND / 2, 0);
  const mark = make("mark", { id: "source-place" }, source.slice(start, end));
  box.replaceChildren(
    make(
      "pre",
      { className: "source-view", tabindex: 0, "aria-label": t("look_source") },
      from > 0 ? "…" : "",
      source.slice(from, start),
      mark,
      source.slice(end, from + AROUND),
      from + AROUND < source.length ? "…" : "",
    ),
  );
  if (chosen !== null) mark.scrollIntoView({ block: "center" });
}
