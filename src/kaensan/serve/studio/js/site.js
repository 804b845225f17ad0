// Rules for all pages of a site: proposed for a text, shown with what they would do, taught, and taken back.

import { byId, make } from "./element.js";
import { trouble } from "./notices.js";
import { ask, send, thisPage } from "./service.js";
import { change, state } from "./state.js";
import { number, t } from "./words.js";

export const KEYS = ["remove", "keep", "post", "title", "author", "date"];

let proposal = null; // {row, key, host, selectors}

/** The buttons under a chosen text that begin a rule. */
export function siteButtons(row) {
  const key = make(
    "select",
    { id: "site-key", "aria-label": t("siteKey") },
    KEYS.map((name) => make("option", { value: name }, t(`site_${name}`))),
  );
  return make(
    "div",
    { className: "why-site" },
    make("label", { for: "site-key" }, t("siteEvery")),
    key,
    make("button", { type: "button", id: "site-propose", onclick: () => propose(row, key.value) }, t("sitePropose")),
  );
}

async function propose(row, key) {
  try {
    const answer = await ask("/v1/site/propose", { ...thisPage(), row, key });
    proposal = { row, opened: state.opened, ...answer };
    change({ tab: "teach" });
    await showSite();
    byId("proposals")?.scrollIntoView({ block: "nearest" });
    byId("proposals")?.querySelector("button")?.focus();
  } catch (error) {
    trouble(error);
  }
}

/** The section of the panel: an address where there is none, proposals, and the rules that are known. */
export function siteSection() {
  const body = make("div", { id: "site" });
  queueMicrotask(showSite);
  return make("section", {}, make("h3", {}, t("siteTitle")), body);
}

let asked = 0; // counts the questions: only the answer to the last is shown, so that nothing is replaced under a pointer

async function showSite() {
  const { source } = state;
  const body = byId("site");
  if (!body || !source) return;
  asked += 1;
  const mine = asked;
  try {
    const known = await ask("/v1/site", thisPage());
    if (state.source !== source || mine !== asked) return;
    byId("site")?.replaceChildren(
      ...(known.host ? [make("p", { className: "hint" }, t("siteHost", { host: known.host }))] : [addressForm()]),
      ...(proposal && proposal.opened === state.opened ? [proposals()] : []),
      ...(known.taught.length ? [taughtRules(known.taught)] : []),
      ...(known.learned.length ? [learnedRules(known.learned)] : []),
      ...(known.host && !known.taught.length && !known.learned.length && !proposal
        ? [make("p", { className: "hint" }, t("siteNothing"))]
        : []),
    );
  } catch (error) {
    trouble(error);
  }
}

/** A page without an address belongs to no site; here it can be given one. */
function addressForm() {
  const field = make("input", { type: "url", id: "site-address", placeholder: "https://example.org/news/1" });
  return make(
    "form",
    {
      className: "panel-tools",
      onsubmit: (event) => {
        event.preventDefault();
        if (!field.value.trim()) return;
        dispatchEvent(new CustomEvent("address", { detail: field.value.trim() }));
      },
    },
    make("label", { for: "site-address" }, t("siteAddress")),
    field,
    make("button", { type: "submit" }, t("siteUse")),
  );
}

function proposals() {
  const { key, selectors } = proposal;
  return make(
    "div",
    { id: "proposals", className: "proposals" },
    make("h4", {}, t("siteProposals", { what: t(`site_${key}`) })),
    selectors.length ? null : make("p", { className: "hint" }, t("siteNoProposal")),
    make(
      "ul",
      {},
      selectors.map((one) =>
        make(
          "li",
          {},
          make("code", {}, one.selector),
          make("span", { className: "hint" }, effect(one)),
          make("span", { className: "proposal-tools" },
            make(
              "button",
              { type: "button", className: "quiet", onclick: () => change({ lit: { rows: one.rows, term: null } }) },
              t("siteShow"),
            ),
            make("button", { type: "button", "data-teach": one.selector, onclick: () => teach(key, one.selector) }, t("siteTeach")),
          ),
        ),
      ),
    ),
  );
}

/** What a rule would do here and on the other pages known of the site. */
function effect({ rows, example, pages }) {
  const here = t("siteHere", { count: number(rows.length), words: (example ?? "").slice(0, 60) });
  if (!pages.length) return `${here} ${t("siteNoOthers")}`;
  const meant = pages.filter((page) => page.rows).length;
  const changed = pages.reduce((sum, page) => sum + page.changed, 0);
  return `${here} ${t("siteOthers", { meant: number(meant), pages: number(pages.length), changed: number(changed) })}`;
}

async function teach(key, selector) {
  try {
    await ask("/v1/site/rules", { url: addressOfPage(), key, selector });
    proposal = null;
    change({ taught: state.taught + 1 });
    await showSite();
  } catch (error) {
    trouble(error);
  }
}

const addressOfPage = () => state.view.url ?? state.view.metadata.canonical_url ?? "";

function taughtRules(rules) {
  return make(
    "div",
    {},
    make("h4", {}, t("siteTaught")),
    make(
      "ul",
      { className: "rules", id: "taught" },
      rules.map((rule) =>
        make(
          "li",
          {},
          make("span", { className: "chip" }, t(`site_${rule.key}`)),
          make("code", {}, rule.selector),
          make(
            "button",
            { type: "button", className: "quiet", onclick: () => change({ lit: { rows: rule.rows, term: null } }) },
            t("siteShowCount", { count: number(rule.rows.length) }),
          ),
          make(
            "button",
            { type: "button", className: "quiet", "data-forget": rule.id, onclick: () => forget(rule.id) },
            t("siteForget"),
          ),
        ),
      ),
    ),
  );
}

async function forget(id) {
  try {
    await send(`/v1/site/rules/${id}`, { method: "DELETE" });
    change({ taught: state.taught + 1 });
    await showSite();
  } catch (error) {
    trouble(error);
  }
}

/** Rules that were learned from gold pages, as a person reads them, and drawn on the page. */
function learnedRules(rules) {
  return make(
    "div",
    {},
    make("h4", {}, t("siteLearned")),
    make(
      "ul",
      { className: "rules", id: "learned-rules" },
      rules.map((rule) =>
        make(
          "li",
          {},
          make("pre", { className: "rule" }, rule.lines.join("\n")),
          make(
            "button",
            { type: "button", className: "quiet", onclick: () => change({ lit: { rows: rule.rows, term: null } }) },
            t("siteShowCount", { count: number(rule.rows.length) }),
          ),
        ),
      ),
    ),
  );
}
