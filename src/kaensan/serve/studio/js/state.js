// What the studio knows, who wants to hear of changes, and what outlives a reload.

const KEPT = "kaensan.studio";
const IN_ADDRESS = ["method", "tab", "form", "look", "fold"];

export const state = {
  source: null, // {kind: "sample", name} | {kind: "url", url} | {kind: "file", name, bytes} | {kind: "html", html} | {kind: "gold", id}
  method: "core",
  tab: "result",
  form: "text",
  look: "marked", // how the page is shown: marked, reader or source
  fold: "yes", // whether runs of dropped texts are folded
  policy: {}, // kind of text → keep or drop, and lean
  opened: 0, // counts the pages that were opened
  taught: 0, // counts the changes to the rules of sites
  queue: [], // pages that were opened together: [{source, name, confidence, saved}]
  view: null, // the answer of the service for the source, the method and the policy; its rows unpacked
  corrected: null, // the content as the corrections have it
  thread: null, // the posts of the page; null while they are looked for, or where there are none
  hovered: null,
  chosen: null, // a row of the page
  whole: true, // labels go to the whole block of the chosen row
  lit: { rows: [], term: null },
  fixes: {}, // row → label
  base: null, // the labels of a gold page, a label for each row
  language: null,
  theme: "auto",
};

const watchers = [];

/** Call `react` whenever one of these parts of the state has changed. */
export function watch(names, react) {
  watchers.push({ names: new Set(names), react });
}

/** Change parts of the state and tell those who watch them, in the order in which they asked to be told. */
export function change(parts) {
  const changed = Object.keys(parts).filter((name) => state[name] !== parts[name]);
  Object.assign(state, parts);
  for (const { names, react } of watchers) if (changed.some((name) => names.has(name))) react(changed);
}

/** What was kept under a name, or the given value where there is nothing or storage is closed to us. */
export function recall(name, otherwise = null) {
  try {
    return JSON.parse(localStorage.getItem(`${KEPT}.${name}`)) ?? otherwise;
  } catch {
    return otherwise;
  }
}

/** Keep a value over a reload; false where there is no room for it. */
export function keep(name, value) {
  try {
    if (value === null) localStorage.removeItem(`${KEPT}.${name}`);
    else localStorage.setItem(`${KEPT}.${name}`, JSON.stringify(value));
    return true;
  } catch {
    return false;
  }
}

/** What decides about a page: the method and the policy, as the service takes them. */
export function decisionOptions() {
  const chosen = Object.fromEntries(Object.entries(state.policy).filter(([, choice]) => choice !== "auto"));
  return Object.keys(chosen).length ? { method: state.method, policy: chosen } : { method: state.method };
}

/** What is asked for with a page: not its HTML and Markdown, which are asked for when they are to be shown. */
export const viewOptions = () => ({ ...decisionOptions(), formats: ["text"] });

/** Write the source and the choices into the address, so that a reload or a link shows the same.

    A new page is a new entry of the history, so that going back shows the page before. */
export function writeAddress(isNew = false) {
  const parts = new URLSearchParams();
  const { source } = state;
  if (source?.kind === "sample") parts.set("sample", source.name);
  else if (source?.kind === "url") parts.set("url", source.url);
  else if (source?.kind === "gold") parts.set("gold", source.id);
  else if (source) parts.set("page", "kept");
  if (source) for (const name of IN_ADDRESS) parts.set(name, state[name]);
  const written = parts.toString();
  const address = location.pathname + location.search + (written ? `#${written}` : "");
  if (address === location.pathname + location.search + location.hash) return;
  if (isNew) history.pushState(null, "", address);
  else history.replaceState(null, "", address);
}

/** What the address says: a source, where it names one, and the choices. */
export function readAddress() {
  const parts = new URLSearchParams(location.hash.slice(1));
  const said = Object.fromEntries(IN_ADDRESS.filter((name) => parts.has(name)).map((name) => [name, parts.get(name)]));
  let source = null;
  if (parts.has("sample")) source = { kind: "sample", name: parts.get("sample") };
  else if (parts.has("url")) source = { kind: "url", url: parts.get("url") };
  else if (parts.has("gold")) source = { kind: "gold", id: parts.get("gold") };
  else if (parts.has("page")) source = recall("page");
  return { source, said };
}

/** A short name for a source, the same after a reload. */
export function sourceKey(source) {
  const written = source.url ?? source.html ?? source.bytes ?? source.id ?? source.name;
  let hash = 2166136261;
  for (let at = 0; at < written.length; at += 1) hash = Math.imul(hash ^ written.charCodeAt(at), 16777619);
  return `${source.kind}-${written.length}-${(hash >>> 0).toString(36)}`;
}
