// The page itself, in a frame in which nothing can run.
//
// The service has rewritten the page from a list of harmless elements. The frame holds even if that should fail: its sandbox allows no
// scripts, forms, popups or navigation, and its own policy lets it load one style sheet and nothing else. `allow-same-origin`
// is what lets the studio, from outside, mark the rows and listen to the pointer; without `allow-scripts` it gives the page nothing.

import { make } from "./element.js";
import { shownTheme } from "./theme.js";

const sheetAt = (name) => new URL(`/studio/css/${name}.css`, location.href).href;

/** The document that goes into a frame around markup: one style sheet, and pictures only as the studio puts them in. */
export function frameDocument(markup, sheet = "frame", language = "") {
  const style = sheetAt(sheet);
  const policy = `default-src 'none'; style-src ${style}; img-src data: blob:; base-uri 'none'; form-action 'none'`;
  return (
    `<!doctype html><html${language} data-theme="${shownTheme()}"><head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${policy}">` +
    `<meta name="referrer" content="no-referrer"><title>page</title><link rel="stylesheet" href="${style}"></head><body>${markup}</body></html>`
  );
}

/** How many rows each element around some rows holds. */
function countRows(rows, body) {
  const counts = new Map();
  for (const row of rows)
    for (let element = row; element && element !== body; element = element.parentElement)
      counts.set(element, (counts.get(element) ?? 0) + 1);
  return counts;
}

/** The outermost list or table around an element: a line may stand before it, but not in it. */
function outOfList(element) {
  let place = element;
  while (place.parentElement?.closest("ul, ol, menu, dl, table")) place = place.parentElement.closest("ul, ol, menu, dl, table");
  return place;
}

export class PageFrame {
  constructor(box, title, heard) {
    this.box = box;
    this.title = title;
    this.heard = heard; // {hover(row | null), choose(row, byKeyboard), key(event), seen([first, last] | null)}
    this.rows = new Map();
    this.frame = null;
  }

  /** Show a page, with its own styles where they are given; resolves when its rows can be marked. */
  show(markup, own = null) {
    this.clear();
    this.folds = [];
    this.look = own ? "own" : "marked";
    this.frame = make("iframe", {
      sandbox: "allow-same-origin",
      title: this.title,
      referrerpolicy: "no-referrer",
      srcdoc: frameDocument(markup, own ? "own" : "frame"),
    });
    const loaded = new Promise((resolve) => this.frame.addEventListener("load", resolve, { once: true }));
    this.box.replaceChildren(this.frame);
    return loaded.then(() => {
      if (own) this.dress(own);
      this.listen();
    });
  }

  /** Put the page's own styles on it.

      They are put in as objects, so no policy has to allow inline styles; such sheets import nothing, and what they
      name by an address is not loaded, since the frame's policy allows no address. */
  dress({ styles, html, body }) {
    const page = this.document;
    const { CSSStyleSheet } = this.frame.contentWindow;
    page.adoptedStyleSheets = styles.map(({ media, css }) => {
      const sheet = new CSSStyleSheet({ media });
      sheet.replaceSync(css);
      return sheet;
    });
    for (const [element, { style, ...names }] of [
      [page.documentElement, html],
      [page.body, body],
    ]) {
      for (const [name, value] of Object.entries(names)) element.setAttribute(name, value);
      element.style.cssText = style ?? "";
    }
    for (const element of page.querySelectorAll("[data-style]")) element.style.cssText = element.dataset.style;
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
    this.frame.contentWindow.addEventListener("scroll", () => this.reportSeen(), { passive: true });
    this.frame.contentWindow.addEventListener("resize", () => this.reportSeen(), { passive: true });
    page.addEventListener("click", (event) => {
      event.preventDefault();
      const fold = event.target.closest?.("[data-fold]");
      if (fold) return this.unfold(this.folds[Number(fold.dataset.fold)]);
      const row = rowOf(event);
      if (row !== null) this.heard.choose(row, false);
    });
    page.addEventListener("keydown", (event) => this.heard.key(event));
    page.addEventListener("focusin", (event) => {
      const row = rowOf(event);
      if (row !== null) this.heard.choose(row, true);
    });
  }

  /** The words of a row. */
  textOf(row) {
    return this.rows.get(row)?.textContent ?? "";
  }

  /** Fold runs of rows to one line each; `words(run, landmark)` says what is folded. */
  fold(runs, words) {
    const page = this.document;
    for (const fold of this.folds) this.unfold(fold);
    const all = countRows(this.rows.values(), page.body);
    this.folds = runs.map((run, number) => this.foldOne(page, run, number, words, all));
    this.reportSeen();
  }

  foldOne(page, run, number, words, all) {
    const rows = Array.from({ length: run.end - run.first }, (_, at) => this.rows.get(run.first + at)).filter(Boolean);
    const mine = countRows(rows, page.body);
    const isWhole = (element) => element && mine.get(element) === all.get(element) && mine.has(element);
    const hidden = new Set();
    for (const row of rows) {
      let element = row;
      while (isWhole(element.parentElement)) element = element.parentElement;
      hidden.add(element);
    }
    const [first] = hidden;
    const landmark = rows[Math.floor(rows.length / 2)].closest("nav, footer, aside, header")?.localName ?? null;
    const line = page.createElement("button");
    line.type = "button";
    line.dataset.fold = String(number);
    line.textContent = words(run, landmark);
    const place = first.closest("tr, li, dt, dd, caption, thead, tbody, tfoot") ? outOfList(first) : first;
    place.before(line);
    for (const element of hidden) element.dataset.folded = "";
    return { line, hidden, run };
  }

  /** Show the rows of a fold again. */
  unfold(fold) {
    if (!fold?.line.isConnected) return;
    fold.line.remove();
    for (const element of fold.hidden) delete element.dataset.folded;
    this.reportSeen();
  }

  /** Unfold whatever hides a row. */
  reveal(row) {
    this.unfold(this.folds.find(({ run, line }) => line.isConnected && row >= run.first && row < run.end));
  }

  /** Tell which rows are in sight. */
  reportSeen() {
    const view = this.frame?.contentWindow;
    if (!view || this.reporting) return;
    this.reporting = true;
    requestAnimationFrame(() => {
      this.reporting = false;
      if (!this.document) return;
      let [first, last] = [null, null];
      for (const [row, element] of this.rows) {
        const { top, bottom, height } = element.getBoundingClientRect();
        if (!height || bottom < 0) continue;
        if (top > view.innerHeight) break;
        first ??= row;
        last = row;
      }
      this.heard.seen?.(first === null ? null : [first, last]);
    });
  }

  /** Bring a row into sight at once, a third down from the top. */
  open(row) {
    this.reveal(row);
    const element = this.rows.get(row);
    const view = this.frame?.contentWindow;
    if (!element || !view) return;
    const { top } = element.getBoundingClientRect();
    view.scrollTo({ top: view.scrollY + top - view.innerHeight / 5, behavior: "instant" });
    this.reportSeen();
  }

  /** Mark where two methods differ: `sides` gives for a row `left`, `right` or nothing. */
  differ(sides) {
    for (const [row, element] of this.rows) {
      const side = sides?.(row);
      if (side) element.dataset.differs = side;
      else delete element.dataset.differs;
    }
  }

  /** Mark the rows that a change of the options has decided anew. */
  changed(rows) {
    for (const [row, element] of this.rows) element.toggleAttribute("data-changed", rows.has(row));
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
    this.reveal(row);
    this.reach(row);
    this.rows.get(row)?.focus({ preventScroll: true });
    this.bring(this.rows.get(row));
  }

  /** Outline the chosen rows, bring them into sight, and let the first be reached with the Tab key. */
  choose(rows) {
    const chosen = new Set(rows);
    for (const [row, element] of this.rows) element.toggleAttribute("data-chosen", chosen.has(row));
    if (!rows.length) return;
    this.reveal(rows[0]);
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
    if (!rows.length) return;
    this.reveal(rows[0]);
    this.bring(this.rows.get(rows[0]));
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
