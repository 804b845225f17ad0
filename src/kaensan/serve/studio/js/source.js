// Where a page comes from: an address, pasted markup, a file, or a sample.

import { byId, make } from "./element.js";
import { base64 } from "./files.js";
import { noTrouble, trouble } from "./notices.js";
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
    if (file.files.length) open(await fileSource(file.files[0]));
    file.value = "";
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
    if (event.dataTransfer.files.length) open(await fileSource(event.dataTransfer.files[0]));
  });
}
