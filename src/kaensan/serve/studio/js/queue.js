// Several pages opened together: stepping through them, the least certain first, and labelling them one after another.

import { byId, make } from "./element.js";
import { busy, trouble } from "./notices.js";
import { ask } from "./service.js";
import { change, state } from "./state.js";
import { saveGold } from "./teach.js";
import { number, t } from "./words.js";

const MOST = 500;

let openPage = null;

/** Ask how sure the service is of each page, and open the one that it is least sure of. */
export async function startQueue(sources, open) {
  const queue = [];
  for (const source of sources.slice(0, MOST)) {
    const page = { base64: source.bytes, ...(source.url ? { url: source.url } : {}) };
    const { confidence, title } = await busy(
      t("queueReading", { done: queue.length, total: sources.length }),
      ask("/v1/extract", page).catch(() => ({ confidence: null, title: null })),
    );
    queue.push({ source, name: title ?? source.name, confidence, saved: false });
  }
  queue.sort((one, other) => (one.confidence ?? 0) - (other.confidence ?? 0));
  change({ queue });
  if (queue.length) open(queue[0].source);
  else trouble(new Error(t("queueEmpty")));
}

const placeNow = () => state.queue.findIndex((page) => page.source === state.source);

/** The bar over the page: where in the queue it stands, and the way to its neighbours. */
export function showQueue(open) {
  openPage = open;
  const box = byId("queue");
  const at = placeNow();
  box.hidden = at < 0;
  if (at < 0) return;
  const { queue } = state;
  const go = (to) => open(queue[to].source);
  const list = make(
    "select",
    { id: "queue-list", "aria-label": t("queueList"), onchange: () => go(Number(list.value)) },
    queue.map((page, number_) => make("option", { value: number_ }, describe(page))),
  );
  list.value = String(at);
  const button = (id, words, to) =>
    make("button", { type: "button", id, className: "quiet", disabled: !queue[to], onclick: () => go(to) }, words);
  const saved = queue.filter((page) => page.saved).length;
  box.replaceChildren(
    button("queue-before", t("queueBefore"), at - 1),
    make("span", {}, t("queuePlace", { at: number(at + 1), all: number(queue.length) })),
    button("queue-next", t("queueNext"), at + 1),
    list,
    make("progress", { max: queue.length, value: saved, "aria-label": t("queueProgress") }),
    make("span", { id: "queue-saved", role: "status" }, t("queueSaved", { saved: number(saved), all: number(queue.length) })),
    make("button", { type: "button", id: "queue-save", onclick: saveAndNext }, t("queueSave"), make("kbd", { "aria-hidden": "true" }, "s")),
  );
}

const describe = ({ name, confidence, saved }) =>
  `${saved ? "✓ " : ""}${confidence === null ? "–" : number(confidence, 2)} · ${name}`;

/** Save the page as gold with its labels, and go on to the next that is not saved. */
async function saveAndNext() {
  const at = placeNow();
  if (at < 0) return;
  try {
    await saveGold();
    const queue = state.queue.map((page, number_) => (number_ === at ? { ...page, saved: true } : page));
    change({ queue });
    const next = [...queue.slice(at + 1), ...queue.slice(0, at)].find((page) => !page.saved);
    if (next) openPage(next.source);
  } catch (error) {
    trouble(error);
  }
}

addEventListener("save-and-next", saveAndNext);
