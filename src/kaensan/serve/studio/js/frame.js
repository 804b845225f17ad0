// The page itself, in a frame in which nothing can run.
//
// The service has rewritten the page from a list of harmless elements. The frame holds even if that should fail: its sandbox allows no
// scripts, forms, popups or navigation, and its own policy lets it load one style sheet and nothing else. `allow-same-origin`
// is what lets the studio, from outside, mark the rows and listen to the pointer; without `allow-scripts` it gives the page nothing.

import { make } from "./element.js";
import { shownTheme } from "./theme.js";

const SHEET = new URL("/studio/css/frame.css", location.href).href;
const POLICY = `default-src 'none'; style-src ${SHEET}; base-uri 'none'; form-action 'none'`;

/** The document that goes into the frame around the page's own markup. */
export const frameDocument = (markup) =>
  `<!doctype html><html data-theme="${shownTheme()}"><head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${POLICY}">` +
  `<meta name="referrer" content="no-referrer"><title>page</title><link rel="stylesheet" href="${SHEET}"></head><body>${markup}</body></html>`;

export class PageFrame {
  constructor(box, title, heard) {
    this.box = box;
    this.title = title;
    this.heard = heard; // {hover(row | null), choose(row, byKeyboard), key(event)}
    this.rows = new Map();
    this.frame = null;
  }

  /** Show a page; resolves when its rows can be marked. */
  show(markup) {
    this.clear();
    this.frame = make("iframe", {
      sandbox: "allow-same-origin",
      title: this.title,
      referrerpolicy: "no-referrer",
      srcdoc: frameDocument(markup),
    });
    const loaded = new Promise((resolve) => this.frame.addEventListener("load", resolve, { once: true }));
    this.box.replaceChildren(this.frame);
    return loaded.then(() => this.listen());
  }

  /** Show nothing. */
  clear() {
    this.frame?.remove();
    this.frame = null;
    this.rows = new Map();
  }

  get document() {
    return this.frame?.contentDocument ?? null;
  }

  listen() {
    const page = this.document;
    for (const element of page.querySelectorAll("[data-row]")) this.rows.set(Number(element.dataset.row), element);
    const rowOf = (event) => {
      const element = event.target.closest?.("[data-row]");
      return element ? Number(element.dataset.row) : null;
    };
    page.addEventListener("pointerover", (event) => this.heard.hover(rowOf(event)));
    page.documentElement.addEventListener("pointerleave", () => this.heard.hover(null));
    page.addEventListener("click", (event) => {
      event.preventDefault();
      const row = rowOf(event);
      if (row !== null) this.heard.choose(row, false);
    });
    page.addEventListener("keydown", (event) => this.heard.key(event));
    page.addEventListener("focusin", (event) => {
      const row = rowOf(event);
      if (row !== null) this.heard.choose(row, true);
    });
  }

  /** Mark what a method decided: `rows` as the service gives them. */
  mark(rows) {
    for (const { id, role, score } of rows) {
      const element = this.rows.get(id);
      if (!element) continue;
      element.dataset.role = role;
      element.dataset.score = String(Math.min(Math.floor(score * 10), 9));
    }
  }

  /** Mark what a person decided; `names` are the labels in words, `starts` the rows that carry the word. */
  fix(fixes, names, starts) {
    for (const [row, element] of this.rows) {
      const label = fixes[row];
      if (!label) {
        delete element.dataset.fixed;
        delete element.dataset.name;
        continue;
      }
      element.dataset.fixed = label;
      if (starts.has(row)) element.dataset.name = names[label];
      else delete element.dataset.name;
    }
  }

  /** Let a row be reached with the Tab key, and no other. */
  reach(row) {
    const reached = this.rows.get(row);
    for (const element of this.document.querySelectorAll("[tabindex]"))
      if (element !== reached) element.removeAttribute("tabindex");
    reached?.setAttribute("tabindex", "0");
  }

  /** Put the focus on a row. */
  focus(row) {
    this.reach(row);
    this.rows.get(row)?.focus({ preventScroll: true });
    this.bring(this.rows.get(row));
  }

  /** Outline the chosen rows, bring them into sight, and let the first be reached with the Tab key. */
  choose(rows) {
    const chosen = new Set(rows);
    for (const [row, element] of this.rows) element.toggleAttribute("data-chosen", chosen.has(row));
    if (!rows.length) return;
    if (!chosen.has(Number(this.document.activeElement?.dataset.row))) this.reach(rows[0]);
    this.bring(this.rows.get(rows[0]));
  }

  /** Light up rows, and a term within them where there is one; the first comes into sight. */
  light(rows, term = null) {
    const lit = new Set(rows);
    for (const [row, element] of this.rows) element.toggleAttribute("data-lit", !term && lit.has(row));
    const view = this.frame?.contentWindow;
    view?.CSS.highlights?.delete("term");
    if (term && view) this.highlight(view, rows, term);
    if (rows.length) this.bring(this.rows.get(rows[0]));
  }

  highlight(view, rows, term) {
    const sought = term.toLowerCase();
    const ranges = [];
    for (const row of rows) {
      const element = this.rows.get(row);
      const text = element?.firstChild?.data?.toLowerCase() ?? "";
      for (let at = text.indexOf(sought); at >= 0; at = text.indexOf(sought, at + sought.length)) {
        const range = this.document.createRange();
        range.setStart(element.firstChild, at);
        range.setEnd(element.firstChild, Math.min(at + sought.length, element.firstChild.length));
        ranges.push(range);
      }
    }
    if (view.Highlight && ranges.length) view.CSS.highlights.set("term", new view.Highlight(...ranges));
    for (const row of rows) this.rows.get(row)?.toggleAttribute("data-lit", !view.Highlight || !ranges.length);
  }

  bring(element) {
    if (!element) return;
    const view = this.frame.contentWindow;
    const place = element.getBoundingClientRect();
    if (place.top >= 40 && place.bottom <= view.innerHeight - 40) return;
    const calm = matchMedia("(prefers-reduced-motion: reduce)").matches;
    view.scrollTo({ top: view.scrollY + place.top - view.innerHeight / 3, behavior: calm ? "instant" : "smooth" });
  }

  recolour() {
    if (this.document) this.document.documentElement.dataset.theme = shownTheme();
  }
}
