// One extractor of Node behind the protocol of kaensan.bench.worker: pages in on stdin, answers out on stdout.
//
//     node bridge.mjs NAME FOLDER
//
// FOLDER holds node_modules. A request is a line of JSON with the number of bytes of the page, then the page in UTF-8.
import { readFileSync, writeSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const [name, folder] = process.argv.slice(2);
console.log = console.info = console.warn = console.debug = console.error = () => {}; // stdout carries answers only
const require = createRequire(join(folder, "package.json"));

const extractors = {
  "mozilla-readability"() {
    const { Readability } = require("@mozilla/readability");
    const { JSDOM } = require("jsdom");
    return (html, url) => {
      const dom = new JSDOM(html, { url: url ?? "https://example.org/" });
      const article = new Readability(dom.window.document).parse();
      const answer = {
        html: article?.content ?? "",
        metadata: {
          title: article?.title,
          author: article?.byline,
          date: article?.publishedTime,
          site: article?.siteName,
          language: article?.lang,
          description: article?.excerpt,
        },
      };
      dom.window.close();
      return answer;
    };
  },
  async defuddle() {
    const { parseHTML } = require("linkedom");
    const home = join(folder, "node_modules", "defuddle");
    const entry = JSON.parse(readFileSync(join(home, "package.json"), "utf8")).exports["./node"].import;
    const { Defuddle } = await import(pathToFileURL(join(home, entry)));
    return async (html, url) => {
      const { document } = parseHTML(html);
      const article = await Defuddle(document, url ?? "https://example.org/", { useAsync: false });
      return {
        html: article.content ?? "",
        metadata: {
          title: article.title,
          author: article.author,
          date: article.published,
          site: article.site,
          language: article.language,
          description: article.description,
        },
      };
    };
  },
};

function tell(answer) {
  const bytes = Buffer.from(JSON.stringify(answer) + "\n");
  for (let at = 0; at < bytes.length; ) {
    try {
      at += writeSync(1, bytes, at);
    } catch (error) {
      if (error.code !== "EAGAIN") throw error; // the pipe is full: the reader is on its way
    }
  }
}

async function* requests() {
  let held = Buffer.alloc(0);
  let wanted = null;
  for await (const chunk of process.stdin) {
    held = Buffer.concat([held, chunk]);
    for (;;) {
      if (wanted === null) {
        const end = held.indexOf(10);
        if (end < 0) break;
        wanted = JSON.parse(held.subarray(0, end).toString());
        held = held.subarray(end + 1);
      }
      if (held.length < wanted.bytes) break;
      yield { ...wanted, html: held.subarray(0, wanted.bytes).toString() };
      held = held.subarray(wanted.bytes);
      wanted = null;
    }
  }
}

let extract;
try {
  extract = await extractors[name]();
} catch (error) {
  tell({ error: String(error.message ?? error).split("\n")[0] });
  process.exit(1);
}
tell({ ready: true });
for await (const { html, url } of requests()) {
  const began = process.cpuUsage();
  try {
    const answer = await extract(html, url);
    const { user, system } = process.cpuUsage(began);
    tell({ ...answer, seconds: (user + system) / 1e6 });
  } catch (error) {
    tell({ error: `${error.name ?? "Error"}: ${error.message ?? error}`.split("\n")[0] });
  }
}
process.exit(0);
