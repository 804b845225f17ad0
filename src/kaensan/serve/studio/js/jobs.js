// Long work: start it and follow it through its server-sent events.

import { progress } from "./notices.js";
import { Refusal, ask, send } from "./service.js";
import { t } from "./words.js";

/** The events in a stream of bytes: [name, data] each. Read with `fetch`, which can send a key; `EventSource` can't. */
async function* events(body) {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let waiting = "";
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return;
    waiting += value;
    const parts = waiting.split("\n\n");
    waiting = parts.pop();
    for (const part of parts) {
      const lines = part.split("\n");
      const field = (name) =>
        lines
          .filter((line) => line.startsWith(`${name}: `))
          .map((line) => line.slice(name.length + 2))
          .join("\n");
      if (field("event")) yield [field("event"), JSON.parse(field("data"))];
    }
  }
}

/** Say how far the work on a page is. */
function say({ what, method, done, total }) {
  if (what === "fetching" || what === "rendering") progress(t("fetching"));
  else if (what === "deciding") progress(total > 1 ? t("decidingSome", { method, done, total }) : t("reading"));
}

/** Have work done and give its result; `told` hears how far it is. */
export async function follow(kind, body, signal, told = say) {
  const job = await ask(`/v1/jobs/${kind}`, body, { signal });
  const stream = await send(job.events, { signal });
  for await (const [name, data] of events(stream.body)) {
    if (name === "result") return data;
    if (name === "failed") throw new Refusal(data.status, data.error.message);
    told(data);
  }
  throw new Refusal(503, t("closed"));
}
