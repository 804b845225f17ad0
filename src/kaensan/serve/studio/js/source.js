// Where a page comes from: an address, pasted markup, a file, or a sample.

import { byId, make } from "./element.js";
import { base64 } from "./files.js";
import { noTrouble, trouble } from "./notices.js";
import { startQueue } from "./queue.js";
import { ask } from "./service.js";
import { state } from "./state.js";
import { t } from "./words.js";

const ADDRESS = /^(https?:\/\/\S+|(?=.{4,253}$)([a-z0-9\u0e00-\u0e7f-]+\.)+[a-z\u0e00-\u0e7f]{2,}(:\d+)?(\/\S*)?)$/i;

/** What somebody typed or pasted, as a source; null for nothing. */
export function readSource(typed) {
  const words = typed.trim();
  if (!words) return null;
  if (!ADDRESS.test(words)) return { kind: "html", html: typed };
  return { kind: "url", url: /^https?:/i.test(words) ? words : `https://${words}` };
}

const fileSource = async (file) => ({ kind: "file", name: file.name, bytes: base64(await file.arrayBuffer()) });

const ARCHIVE = /\.warc(\.gz)?$/i;

/** Open one file, or several and archives as a queue. */
async function openFiles(files, open) {
  if (files.length === 1 && !ARCHIVE.test(files[0].name)) return open(await fileSource(files[0]));
  try {
    const sources = [];
    for (const file of files)
      if (ARCHIVE.test(file.name)) sources.push(...(await pagesOfArchive(file)));
      else sources.push(await fileSource(file));
    await startQueue(sources, open);
  } catch (error) {
    trouble(error);
  }
}

/** The pages of a web archive, as the service finds them in it. */
async function pagesOfArchive(file) {
  const { pages } = await ask("/v1/archive", await file.arrayBuffer(), { type: "application/warc" });
  return pages.map(({ url, base64: bytes }) => ({ kind: "file", name: url, url, bytes }));
}

export function showSamples(list, samples, open) {
  list.replaceChildren(
    ...samples.map((sample) => {
      const words = (parts) => parts?.[state.language] ?? parts?.en ?? "";
      return make(
        "li",
        {},
        make(
          "button",
          {
            type: "button",
            className: "sample",
            "data-sample": sample.name,
            onclick: () => open({ kind: "sample", name: sample.name }),
          },
          make("b", {}, words(sample.title)),
          make("span", {}, words(sample.about)),
        ),
      );
    }),
  );
}

/** Let people paste, type, choose and drop; `open` gets the source. */
export function startSource(open) {
  const text = byId("source-text");
  const file = byId("source-file");
  byId("source").addEventListener("submit", (event) => {
    event.preventDefault();
    const source = readSource(text.value);
    const address = byId("source-address").value.trim();
    if (source?.kind === "html" && address) source.url = address;
    if (source) open(source);
    else {
      trouble(new Error(t("nothingToRead")));
      text.focus();
    }
  });
  text.addEventListener("keydown", (event) => {
    const isAddress = !text.value.includes("\n") && ADDRESS.test(text.value.trim());
    if (event.key !== "Enter" || event.shiftKey || !(event.ctrlKey || event.metaKey || isAddress)) return;
    event.preventDefault();
    byId("source").requestSubmit();
  });
  text.addEventListener("input", noTrouble);
  byId("source-open").addEventListener("click", () => file.click());
  file.addEventListener("change", async () => {
    const files = [...file.files];
    file.value = "";
    if (files.length) await openFiles(files, open);
  });
  startDropping(open);
}

function startDropping(open) {
  const veil = byId("drop");
  let depth = 0;
  const holdsFile = (event) => [...(event.dataTransfer?.types ?? [])].includes("Files");
  addEventListener("dragenter", (event) => {
    if (!holdsFile(event)) return;
    depth += 1;
    veil.hidden = false;
  });
  addEventListener("dragleave", () => {
    depth = Math.max(depth - 1, 0);
    veil.hidden = depth === 0;
  });
  addEventListener("dragover", (event) => {
    if (holdsFile(event)) event.preventDefault();
  });
  addEventListener("drop", async (event) => {
    if (!holdsFile(event)) return;
    event.preventDefault();
    depth = 0;
    veil.hidden = true;
    const files = [...event.dataTransfer.files];
    if (files.length) await openFiles(files, open);
  });
}
