// What was found, to be read, copied or saved: text, Markdown, JSON, or the posts of a discussion.

import { radios } from "../choices.js";
import { make } from "../element.js";
import { save } from "../files.js";
import { trouble } from "../notices.js";
import { change, state } from "../state.js";
import { number, t } from "../words.js";

const ENDING = { text: "txt", markdown: "md", json: "json", thread: "json" };

/** Show the result; its Markdown is given where it is to be shown and nothing was corrected. */
export function showResult(panel, markdown) {
  const view = { ...state.view, markdown, ...state.corrected, rows: state.view.rows };
  const posts = state.thread?.posts ?? [];
  const forms = [
    ["text", t("formText")],
    ["markdown", "Markdown"],
    ["json", "JSON"],
    [
      "thread",
      posts.length ? t("formThread", { count: posts.length }) : t("formNoThread"),
      posts.length ? null : t("noThread"),
    ],
  ];
  const form = state.form === "thread" && !posts.length ? "text" : state.form;
  const segments = make("div", { className: "segments", "aria-label": t("form") });
  radios(segments, forms, form, (chosen) => change({ form: chosen }));
  const copied = make("span", { className: "unseen", role: "status" });
  panel.replaceChildren(
    make(
      "div",
      { className: "panel-tools" },
      segments,
      make(
        "span",
        { className: "spread" },
        make(
          "button",
          { type: "button", className: "quiet", onclick: () => copy(written(view, form), copied) },
          t("copy"),
        ),
        make(
          "button",
          { type: "button", className: "quiet", onclick: () => save(`page.${ENDING[form]}`, written(view, form)) },
          t("save"),
        ),
      ),
      copied,
    ),
    state.corrected ? make("p", { className: "note", id: "as-corrected", role: "status" }, t("asCorrected")) : "",
    ...warnings(view),
    form === "thread"
      ? thread(posts)
      : form === "text"
        ? reading(view)
        : make("pre", { className: "source-view", tabindex: 0 }, written(view, form)),
  );
}

function written(view, form) {
  if (form === "text") return view.text;
  if (form === "markdown") return view.markdown;
  return JSON.stringify(form === "json" ? jsonOf(view) : state.thread, null, 2);
}

/** The same as the service gives for the page in JSON. */
function jsonOf({ url, metadata, page_type, confidence, method, text, markdown, warnings: odd }) {
  return { url, ...metadata, page_type, confidence, method, text, markdown, warnings: odd };
}

/** Copy words; a studio that is reached over plain HTTP from another machine has no clipboard to write to. */
async function copy(words, said) {
  if (!navigator.clipboard) return trouble(new Error(t("noClipboard")));
  await navigator.clipboard.writeText(words);
  said.textContent = t("copied");
}

const warnings = (view) => view.warnings.map((words) => make("p", { className: "warning" }, words));

function reading(view) {
  const lines = view.text.split("\n").filter((line) => line.trim());
  return make(
    "article",
    { className: "reading", lang: view.metadata.language, dir: "auto" },
    view.metadata.title ? make("h1", {}, view.metadata.title) : null,
    lines.length
      ? lines.map((line) => make("p", { dir: "auto" }, line))
      : make("p", { className: "hint" }, t("nothingKept")),
  );
}

/** Posts under the post that they answer, without the quotes that stand on the same page anyway. */
function thread(posts) {
  const answers = new Map();
  const known = new Set(posts.map((post) => post.position));
  for (const post of posts) {
    const above = known.has(post.reply_to) && post.reply_to < post.position ? post.reply_to : null;
    answers.set(above, [...(answers.get(above) ?? []), post]);
  }
  return list(answers, null, 0);
}

const DEEPEST = 6; // deeper answers stand beside each other

function list(answers, above, depth) {
  const mine = answers.get(above) ?? [];
  return make(
    "ol",
    { className: "thread" },
    mine.map((post) => {
      const below = answers.has(post.position) ? list(answers, post.position, depth + 1) : null;
      return make("li", { className: depth && depth <= DEEPEST ? "post answer" : "post" }, entry(post), below);
    }),
  );
}

function entry(post) {
  const outside = post.own_text === null ? post.quotes : [];
  return [
    make(
      "header",
      {},
      make("b", { dir: "auto" }, post.author ?? t("unknownAuthor")),
      make("span", {}, post.date_text ?? post.date ?? ""),
      make("span", {}, `#${number(post.position)}`),
      post.is_op ? make("span", {}, t("opening")) : null,
      post.reply_to ? make("span", {}, t("answers", { post: post.reply_to })) : null,
    ),
    outside
      .filter((quote) => !post.text.includes(quote.text))
      .map((quote) => make("blockquote", { dir: "auto" }, quote.author ? `${quote.author}: ` : "", quote.text)),
    make("p", { dir: "auto" }, post.own_text ?? post.text),
  ];
}
