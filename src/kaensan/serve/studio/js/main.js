// The studio: what is asked of the service when, and which part shows which piece of the state.

import { rowsWith } from "./blocks.js";
import { byId } from "./element.js";
import { PageFrame } from "./frame.js";
import { startCorrecting } from "./corrected.js";
import { follow } from "./jobs.js";
import { pressed } from "./keyboard.js";
import { showLegend } from "./legend.js";
import { LOOKS, askOwnLook, isFramed, showLook, showLookNote, startLooks } from "./looks.js";
import { showMethods, showPolicy } from "./methods.js";
import { Minimap } from "./minimap.js";
import { busy, noTrouble, startNotices, trouble } from "./notices.js";
import { TABS, clearPanels, showPanel, showTabs } from "./panels.js";
import { showTeach } from "./panels/teach.js";
import { showQueue } from "./queue.js";
import { STEPS, droppedRuns, nextOf, unpackRows } from "./rows.js";
import { ask, askOnce } from "./service.js";
import { showSamples, startSource } from "./source.js";
import { change, keep, readAddress, state, viewOptions, watch, writeAddress } from "./state.js";
import { startTheme } from "./theme.js";
import { LABELS, opinions, recallFixes } from "./teach.js";
import { firstLanguage, speak, switchLanguage, t } from "./words.js";
import { showLabels, showWhy } from "./why.js";

const FORMS = ["text", "markdown", "json", "thread"];

const offered = { methods: [], samples: [], policy: [] };
let asking = null;

const frame = new PageFrame(byId("frame-box"), "page", {
  hover: (row) => change({ hovered: row }),
  choose: (row, byKeyboard) => change({ chosen: row, hovered: byKeyboard ? null : state.hovered }),
  key: (event) =>
    pressed(event, (row) => {
      change({ chosen: row, hovered: null });
      frame.focus(row);
    }),
  seen: (rows) => minimap.show(rows),
});
const minimap = new Minimap(byId("page-body"), (row) => {
  frame.open(row);
  change({ chosen: row, hovered: null });
});

/** Read a page and show it. */
async function open(source, isNew = true) {
  asking?.abort();
  asking = new AbortController();
  noTrouble();
  const before = state.source;
  state.source = source;
  const { signal } = asking;
  try {
    const view =
      source.kind === "url"
        ? await busy(t("fetching"), follow("view", { url: source.url, ...viewOptions(), source: true }, signal))
        : await busy(t("reading"), askOnce("view", "/v1/view", viewOptions(), signal));
    if (signal.aborted) return;
    if (view.source !== undefined) source.html = view.source;
    if (source.kind === "html" || source.kind === "file") {
      if (!keep("page", source)) trouble(new Error(t("tooLargeToKeep")));
    }
    const base = source.kind === "gold" ? (await ask(`/v1/gold/${source.id}`)).extra.labels : null;
    await showWork(view, base, isNew);
  } catch (error) {
    if (signal.aborted) return;
    if (state.view) state.source = before;
    else showStart();
    trouble(error);
  }
}

async function showWork(view, base, isNew) {
  byId("start").hidden = true;
  byId("work").hidden = false;
  byId("top-page").hidden = false;
  frame.title = t("frameTitle");
  state.look = "marked";
  await frame.show(view.view);
  const shown = unpack(view);
  change({
    view: shown,
    base,
    fixes: recallFixes(state.source),
    corrected: null,
    thread: null,
    chosen: null,
    hovered: null,
    lit: { rows: [], term: null },
    opened: state.opened + 1,
  });
  const first = nextOf(shown, "kept", null, 1) ?? 0;
  frame.reach(first);
  frame.open(first);
  writeAddress(isNew);
  lookForPosts();
}

/** Put the page into its frame as the look has it, and mark it anew. */
async function showFrame() {
  const { look, source } = state;
  if (!state.view || !isFramed(look) || frame.look === look) return;
  try {
    const own = look === "own" ? await askOwnLook() : null;
    if (state.look !== look || state.source !== source) return;
    await frame.show(own ? own.view : state.view.view, own);
    showLookNote(own && frame.document, own?.linked);
  } catch (error) {
    change({ look: "marked" });
    return trouble(error);
  }
  frame.mark(state.view.rows);
  showFolds();
  showFixes();
  showChosen();
  const row = state.chosen ?? nextOf(state.view, "kept", null, 1) ?? 0;
  frame.reach(row);
  frame.open(row);
}

/** Whether the page is a discussion takes longer than all the rest, so it is asked beside it. */
async function lookForPosts() {
  const { source } = state;
  const found = await askOnce("thread", "/v1/thread", {}).catch(() => null);
  if (state.source === source) change({ thread: found?.posts.length ? found : null });
}

const unpack = (view) => ({ ...view, rows: unpackRows(view.rows, (row) => frame.textOf(row)) });

/** Fold what was dropped, so that what was kept can be seen. */
function showFolds() {
  const runs = state.fold === "yes" && frame.look === "marked" ? droppedRuns(state.view.rows, state.fixes) : [];
  frame.fold(runs, (run, landmark) =>
    t(`folded_${landmark ?? "none"}`, { count: run.end - run.first, words: foldedWords(run) }),
  );
  byId("fold").setAttribute("aria-pressed", String(state.fold === "yes"));
  byId("fold").disabled = frame.look !== "marked";
}

const foldedWords = (run) => {
  const words = state.view.rows
    .slice(run.first, run.first + 3)
    .map((row) => row.text.trim())
    .join(", ");
  return words.length > 60 ? `${words.slice(0, 60)}…` : words;
};

/** Go to the next text of a kind: kept, doubtful or dropped. */
function step(kind, direction) {
  const row = nextOf(state.view, kind, state.chosen, direction) ?? nextOf(state.view, kind, null, direction);
  if (row === null) return;
  change({ chosen: row, hovered: null });
  frame.focus(row);
}

function showStart(isNew = false) {
  asking?.abort();
  frame.clear();
  clearPanels();
  change({ source: null, view: null, corrected: null, chosen: null, hovered: null, fixes: {}, base: null });
  byId("start").hidden = false;
  byId("work").hidden = true;
  byId("top-page").hidden = true;
  document.title = "Kaensan studio";
  writeAddress(isNew);
}

/** Decide the page that is open with another method, another policy or other rules. */
async function decide() {
  if (!state.source || !state.view) return;
  const { method, source, policy, view: before } = state;
  try {
    const view = await busy(t("deciding", { method }), askOnce("view", "/v1/view", viewOptions()));
    if (state.method !== method || state.source !== source || state.policy !== policy) return;
    const shown = unpack(view);
    change({ view: shown });
    const isSame = before.method === shown.method;
    frame.changed(new Set(isSame ? shown.rows.filter(({ id, role }) => before.rows[id]?.role !== role).map((row) => row.id) : []));
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

/** How many texts of each kind there are to step through. */
function showSteps() {
  for (const kind of STEPS) byId(`step-${kind}`).disabled = !state.view || nextOf(state.view, kind, null, 1) === null;
}

function showTitle() {
  const title = state.corrected?.metadata.title || state.view?.metadata.title || state.source?.url || t("untitled");
  byId("top-title").textContent = title;
  document.title = `${title} · Kaensan studio`;
}

function showAll() {
  speak();
  showSamples(byId("samples"), offered.samples, open);
  showMethods(offered.methods);
  showPolicy(offered.policy);
  showLegend(byId("legend"));
  showSteps();
  showTabs();
  showQueue(open);
  if (!state.view) return;
  showFolds();
  showLook();
  showTitle();
  showFixes();
  showWhy();
  showLabels();
  showPanel();
}

function startWatching() {
  watch(["language"], showAll);
  watch(["method"], () => showMethods(offered.methods));
  watch(["view"], () => state.view && (frame.mark(state.view.rows), showSteps()));
  watch(["view", "fold"], () => state.view && showFolds());
  watch(["view", "corrected"], () => state.view && showTitle());
  watch(["view", "look", "chosen", "corrected"], () => state.view && showLook());
  watch(["look"], showFrame);
  watch(["view", "fixes", "theme"], () => state.view && minimap.draw());
  watch(["queue", "opened"], () => showQueue(open));
  watch(["chosen", "whole", "view"], showChosen);
  watch(["fixes", "view"], () => state.view && showFixes());
  watch(["lit", "view"], () => frame.light(state.lit.rows, state.lit.term));
  watch(["hovered", "chosen", "view"], () => state.view && showWhy());
  watch(["chosen", "whole", "view", "fixes"], () => state.view && showLabels());
  watch(["tab", "fixes"], showTabs);
  watch(["tab", "view", "corrected"], (changed) => {
    if (changed.includes("tab") || changed.includes("view") || state.tab === "result" || state.tab === "details") showPanel();
  });
  watch(["form", "thread"], () => state.tab === "result" && showPanel());
  watch(["fixes", "chosen", "taught"], () => state.view && state.tab === "teach" && showTeach(byId("panel-teach")));
  watch(["method", "policy", "taught"], decide);
  watch(["taught"], () => state.view && lookForPosts());
  watch(["policy"], () => showPolicy(offered.policy));
  watch(["method", "tab", "form", "look", "fold"], () => state.source && writeAddress());
  startCorrecting();
}

function startListening() {
  byId("language").addEventListener("click", switchLanguage);
  byId("fold").addEventListener("click", () => change({ fold: state.fold === "yes" ? "no" : "yes" }));
  for (const kind of STEPS) byId(`step-${kind}`).addEventListener("click", (event) => step(kind, event.shiftKey ? -1 : 1));
  addEventListener("step", (event) => step(event.detail.kind, event.detail.direction));
  addEventListener("differ", (event) => frame.differ(event.detail));
  byId("another").addEventListener("click", () => {
    showStart(true);
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
  addEventListener("popstate", restore);
  addEventListener("address", (event) => {
    const url = /^https?:/i.test(event.detail) ? event.detail : `https://${event.detail}`;
    open({ ...state.source, kind: state.source.kind === "sample" ? "html" : state.source.kind, url }, false);
  });
  addEventListener("gold", (event) => open({ kind: "gold", ...event.detail }));
}

/** What the address says, and the page it names. */
function restore() {
  const { source, said } = readAddress();
  const allowed = {
    method: offered.methods.filter((one) => one.available).map((one) => one.name),
    tab: TABS,
    form: FORMS,
    look: LOOKS,
    fold: ["yes", "no"],
  };
  for (const [name, value] of Object.entries(said)) if (allowed[name].includes(value)) state[name] = value;
  if (!source) {
    if (state.view) showStart();
    return;
  }
  showMethods(offered.methods);
  showTabs();
  open(source, false);
}

async function begin() {
  const [{ methods, policy }, { samples }] = await Promise.all([ask("/v1/methods"), ask("/v1/samples")]);
  Object.assign(offered, { methods, samples, policy });
  showAll();
}

async function start() {
  startNotices();
  state.language = firstLanguage();
  speak();
  startTheme(() => frame.recolour());
  startSource(open);
  startLooks();
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
