// The studio: what is asked of the service when, and which part shows which piece of the state.

import { rowsWith } from "./blocks.js";
import { byId } from "./element.js";
import { PageFrame } from "./frame.js";
import { follow } from "./jobs.js";
import { pressed } from "./keyboard.js";
import { showLegend } from "./legend.js";
import { showMethods } from "./methods.js";
import { busy, noTrouble, startNotices, trouble } from "./notices.js";
import { TABS, clearPanels, showPanel, showTabs } from "./panels.js";
import { showTeach } from "./panels/teach.js";
import { ask, askOnce } from "./service.js";
import { showSamples, startSource } from "./source.js";
import { change, keep, readAddress, state, watch, writeAddress } from "./state.js";
import { startTheme } from "./theme.js";
import { LABELS, opinions, recallFixes } from "./teach.js";
import { firstLanguage, speak, switchLanguage, t } from "./words.js";
import { showLabels, showWhy } from "./why.js";

const FORMS = ["text", "markdown", "json", "thread"];

const offered = { methods: [], samples: [] };
let asking = null;

const frame = new PageFrame(byId("frame-box"), "page", {
  hover: (row) => change({ hovered: row }),
  choose: (row, byKeyboard) => change({ chosen: row, hovered: byKeyboard ? null : state.hovered }),
  key: (event) =>
    pressed(event, (row) => {
      change({ chosen: row, hovered: null });
      frame.focus(row);
    }),
});

/** Read a page and show it. */
async function open(source) {
  asking?.abort();
  asking = new AbortController();
  noTrouble();
  const before = state.source;
  state.source = source;
  const { signal } = asking;
  try {
    const view =
      source.kind === "url"
        ? await busy(t("fetching"), follow("view", { url: source.url, method: state.method, source: true }, signal))
        : await busy(t("reading"), askOnce(`view.${state.method}`, "/v1/view", { method: state.method }, signal));
    if (signal.aborted) return;
    if (view.source !== undefined) source.html = view.source;
    if (source.kind === "html" || source.kind === "file") {
      if (!keep("page", source)) trouble(new Error(t("tooLargeToKeep")));
    }
    const base = source.kind === "gold" ? (await ask(`/v1/gold/${source.id}`)).extra.labels : null;
    await showWork(view, base);
  } catch (error) {
    if (signal.aborted) return;
    if (state.view) state.source = before;
    else showStart();
    trouble(error);
  }
}

async function showWork(view, base) {
  byId("start").hidden = true;
  byId("work").hidden = false;
  byId("top-page").hidden = false;
  byId("why").dataset.idle = "";
  frame.title = t("frameTitle");
  await frame.show(view.view);
  change({ view, base, fixes: recallFixes(state.source), chosen: null, hovered: null, lit: { rows: [], term: null } });
  frame.reach(firstKept(view));
  writeAddress();
}

const firstKept = (view) =>
  Math.max(
    view.rows.findIndex((row) => row.role === "content"),
    0,
  );

function showStart() {
  asking?.abort();
  frame.clear();
  clearPanels();
  change({ source: null, view: null, chosen: null, hovered: null, fixes: {}, base: null });
  byId("start").hidden = false;
  byId("work").hidden = true;
  byId("top-page").hidden = true;
  document.title = "Kaensan studio";
  writeAddress();
}

/** Decide the page that is open with another method. */
async function decide() {
  if (!state.source) return;
  const { method, source } = state;
  try {
    const view = await busy(t("deciding", { method }), askOnce(`view.${method}`, "/v1/view", { method }));
    if (state.method === method && state.source === source) change({ view });
  } catch (error) {
    trouble(error);
  }
}

function showChosen() {
  if (!state.view) return;
  const rows = state.chosen === null ? [] : rowsWith(state.view.rows, state.chosen, state.whole);
  frame.choose(rows);
}

function showFixes() {
  const said = opinions();
  const starts = new Set(
    Object.keys(said)
      .map(Number)
      .map((row) => rowsWith(state.view.rows, row, true).find((one) => said[one] === said[row])),
  );
  frame.fix(said, Object.fromEntries(LABELS.map((label) => [label, t(`label_${label}`)])), starts);
}

function showTitle() {
  const title = state.view?.metadata.title || state.source?.url || t("untitled");
  byId("top-title").textContent = title;
  document.title = `${title} · Kaensan studio`;
}

function showAll() {
  speak();
  showSamples(byId("samples"), offered.samples, open);
  showMethods(offered.methods);
  showLegend(byId("legend"));
  showTabs();
  if (!state.view) return;
  showTitle();
  showFixes();
  showWhy();
  showLabels();
  showPanel();
}

function startWatching() {
  watch(["language"], showAll);
  watch(["method"], () => showMethods(offered.methods));
  watch(["view"], () => state.view && (frame.mark(state.view.rows), showTitle()));
  watch(["chosen", "whole", "view"], showChosen);
  watch(["fixes", "view"], () => state.view && showFixes());
  watch(["lit", "view"], () => frame.light(state.lit.rows, state.lit.term));
  watch(["hovered", "chosen", "view"], () => state.view && showWhy());
  watch(["chosen", "whole", "view", "fixes"], () => state.view && showLabels());
  watch(["tab", "fixes"], showTabs);
  watch(["tab", "view"], showPanel);
  watch(["form"], () => state.tab === "result" && showPanel());
  watch(["fixes", "chosen"], () => state.view && state.tab === "teach" && showTeach(byId("panel-teach")));
  watch(["method"], decide);
  watch(["method", "tab", "form"], () => state.source && writeAddress());
}

function startListening() {
  byId("language").addEventListener("click", switchLanguage);
  byId("another").addEventListener("click", () => {
    showStart();
    byId("source-text").focus();
  });
  byId("panel-teach").addEventListener("keydown", (event) => {
    if (!event.target.closest("[data-block]")) return;
    pressed(event, (row) => {
      change({ chosen: row, hovered: null });
      document.querySelector('#blocks [aria-current="true"]')?.focus();
    });
  });
  byId("why").addEventListener("keydown", (event) => {
    if (/^[1-6]$|^z$/i.test(event.key)) pressed(event, () => {});
  });
  addEventListener("hashchange", restore);
  addEventListener("gold", (event) => open({ kind: "gold", ...event.detail }));
}

/** What the address says, and the page it names. */
function restore() {
  const { source, said } = readAddress();
  const allowed = {
    method: offered.methods.filter((one) => one.available).map((one) => one.name),
    tab: TABS,
    form: FORMS,
  };
  for (const [name, value] of Object.entries(said)) if (allowed[name].includes(value)) state[name] = value;
  if (!source) return;
  showMethods(offered.methods);
  showTabs();
  open(source);
}

async function begin() {
  const [{ methods }, { samples }] = await Promise.all([ask("/v1/methods"), ask("/v1/samples")]);
  Object.assign(offered, { methods, samples });
  showAll();
}

async function start() {
  startNotices();
  state.language = firstLanguage();
  speak();
  startTheme(() => frame.recolour());
  startSource(open);
  startWatching();
  startListening();
  try {
    await begin();
    restore();
  } catch (error) {
    trouble(error);
  }
  document.documentElement.dataset.ready = "yes";
}

start();
