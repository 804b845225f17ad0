// How the page is shown: with its marks, as a reader would like it, or as its source.

import { radios } from "./choices.js";
import { byId, make } from "./element.js";
import { trouble } from "./notices.js";
import { askOnce } from "./service.js";
import { change, decisionOptions, state } from "./state.js";
import { shownTheme } from "./theme.js";
import { t } from "./words.js";

const LOOKS = ["marked", "reader", "source"];
const SHEET = new URL("/studio/css/reader.css", location.href).href;
const POLICY = `default-src 'none'; style-src ${SHEET}; base-uri 'none'; form-action 'none'`;

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
  byId("frame-box").hidden = look !== "marked";
  byId("minimap").hidden = look !== "marked";
  const other = byId("other-look");
  other.hidden = look === "marked";
  if (look === "reader") showReader(other, view);
  if (look === "source") await showSource(other);
}

/** The content alone, written by the service from harmless elements, in a frame in which nothing runs or loads. */
function showReader(box, view) {
  const shown = state.corrected ?? view;
  const { title, author, date } = shown.metadata;
  const key = `${title}${shown.html.length}${shownTheme()}${state.opened}`;
  if (box.dataset.key === key) return;
  box.dataset.key = key;
  const escape = (words) => make("p", {}, words ?? "").innerHTML;
  const byline = [author, date?.slice(0, 10)].filter(Boolean).join(" · ");
  const language = /^[A-Za-z-]{2,12}$/.test(shown.metadata.language ?? "") ? ` lang="${shown.metadata.language}"` : "";
  const head = `<header><h1 dir="auto">${escape(title)}</h1><p dir="auto">${escape(byline)}</p></header>`;
  const frame = make("iframe", {
    sandbox: "allow-same-origin",
    title: t("look_reader"),
    referrerpolicy: "no-referrer",
    srcdoc:
      `<!doctype html><html${language} data-theme="${shownTheme()}"><head><meta charset="utf-8">` +
      `<meta http-equiv="Content-Security-Policy" content="${POLICY}"><title>reader</title>` +
      `<link rel="stylesheet" href="${SHEET}"></head><body tabindex="0"><article dir="auto">${head}${shown.html}</article></body></html>`,
  });
  frame.addEventListener("load", () =>
    frame.contentDocument.addEventListener("click", (event) => event.preventDefault()),
  );
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
