// What was found, to be read, copied or saved: text, Markdown, JSON, or the posts of a discussion.

import { radios } from "../choices.js";
import { make } from "../element.js";
import { save } from "../files.js";
import { trouble } from "../notices.js";
import { change, state } from "../state.js";
import { number, t } from "../words.js";

const ENDING = { text: "txt", markdown: "md", json: "json", thread: "json" };

export function showResult(panel) {
  const { view } = state;
  const posts = view.thread?.posts ?? [];
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
  return JSON.stringify(form === "json" ? view.json : view.thread, null, 2);
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

function thread(posts) {
  return make(
    "ol",
    { className: "thread" },
    posts.map((post) =>
      make(
        "li",
        { className: post.depth > 0 ? "post answer" : "post" },
        make(
          "header",
          {},
          make("b", { dir: "auto" }, post.author ?? t("unknownAuthor")),
          make("span", {}, post.date_text ?? post.date ?? ""),
          make("span", {}, `#${number(post.position)}`),
          post.is_op ? make("span", {}, t("opening")) : null,
          post.reply_to ? make("span", {}, t("answers", { post: post.reply_to })) : null,
        ),
        post.quotes.map((quote) =>
          make("blockquote", { dir: "auto" }, quote.author ? `${quote.author}: ` : "", quote.text),
        ),
        make("p", { dir: "auto" }, post.text),
      ),
    ),
  );
}
