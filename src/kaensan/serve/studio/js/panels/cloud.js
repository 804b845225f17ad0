// The tag cloud. The service lays it out; here its words are drawn again, one by one, so that each can be chosen.

import { draw, make } from "../element.js";
import { save } from "../files.js";
import { trouble } from "../notices.js";
import { send, thisPage } from "../service.js";
import { change, decisionOptions, state } from "../state.js";
import { number, t } from "../words.js";

const FAMILY = "Kaensan cloud";
const CHOICES = {
  terms: ["30", "60", "100", "200"],
  weight: ["frequency", "tfidf", "salience"],
};
const SAVED = { svg: "image/svg+xml", png: "image/png", html: "text/html" };

const chosen = { terms: "60", weight: "frequency", ignore: "", seed: 0 };

/** What the person wants of the cloud, as the service takes it. */
export const cloudOptions = () => ({
  terms: Number(chosen.terms),
  weight: chosen.weight,
  ignore: chosen.ignore.split(/[,\n]/).map((word) => word.trim()).filter(Boolean),
  seed: chosen.seed,
  width: 900,
  height: 620,
});

/** The options of the cloud; `again` draws it anew. */
function optionFields(again) {
  const set = (name, value) => {
    chosen[name] = value;
    again();
  };
  const select = (name) => {
    const field = make(
      "select",
      { id: `cloud-${name}`, onchange: () => set(name, field.value) },
      CHOICES[name].map((value) => make("option", { value }, name === "weight" ? t(`cloud_${value}`) : value)),
    );
    field.value = chosen[name];
    return make("label", { className: "policy-choice" }, make("span", {}, t(`cloud_${name}`)), field);
  };
  const ignore = make("input", { type: "text", id: "cloud-ignore", value: chosen.ignore, onchange: () => set("ignore", ignore.value) });
  return make(
    "div",
    { className: "panel-tools" },
    select("terms"),
    select("weight"),
    make("label", { className: "policy-choice" }, make("span", {}, t("cloud_ignore")), ignore),
    make("button", { type: "button", id: "cloud-shuffle", onclick: () => set("seed", chosen.seed + 1) }, t("cloud_shuffle")),
  );
}

/** Save the cloud as the service draws it in a format. */
async function saveAs(format) {
  try {
    const body = { ...thisPage(), ...decisionOptions(), ...cloudOptions(), format };
    save(`cloud.${format}`, await (await send("/v1/cloud", { body })).arrayBuffer(), SAVED[format]);
  } catch (error) {
    trouble(error);
  }
}
let face = null;

export async function showCloud(panel, cloud, again) {
  if (!cloud.terms.length)
    return panel.replaceChildren(optionFields(again), make("p", { className: "hint" }, t("noCloud")));
  const [style] = /<style>[^]*?<\/style>/.exec(cloud.svg) ?? [""];
  const drawing = new DOMParser().parseFromString(cloud.svg.replace(style, ""), "image/svg+xml");
  await useFont(style);
  const box = drawing.documentElement.getAttribute("viewBox");
  const sentences = make("div", { role: "status", id: "sentences" }, make("p", { className: "hint" }, t("cloudHint")));
  const terms = new Map(cloud.terms.map((term) => [term.text, term]));
  const choose = (term) => chooseTerm(panel, sentences, term);
  const words = [...drawing.querySelectorAll("text")].map((text) => word(text, terms, choose));
  panel.replaceChildren(
    make(
      "div",
      { className: "panel-tools" },
      make("h3", {}, t("cloudTitle")),
      make(
        "span",
        { className: "spread" },
        Object.keys(SAVED).map((format) =>
          make(
            "button",
            { type: "button", className: "quiet", "data-save": format, onclick: () => saveAs(format) },
            format.toUpperCase(),
          ),
        ),
      ),
    ),
    optionFields(again),
    ...(cloud.warnings ?? []).map((said) => make("p", { className: "warning" }, said)),
    draw("svg", { className: "cloud", id: "cloud", viewBox: box, role: "group", "aria-label": t("cloudTitle") }, words),
    sentences,
    make("h3", {}, t("cloudTerms")),
    make(
      "ol",
      { className: "terms" },
      cloud.terms
        .slice(0, 60)
        .map((term) =>
          make(
            "li",
            {},
            make(
              "button",
              { type: "button", "data-term": term.text, "aria-pressed": "false", onclick: () => choose(term) },
              term.text,
            ),
            ` ${number(term.count)}`,
          ),
        ),
    ),
  );
}

/** The font of the cloud, cut down by the service to the letters it needs and sent inside the picture. */
async function useFont(style) {
  const data = /base64,([A-Za-z0-9+/=]+)/.exec(style)?.[1];
  if (!data) return;
  const bytes = Uint8Array.from(atob(data), (char) => char.charCodeAt(0));
  const loaded = await new FontFace(FAMILY, bytes).load().catch(() => null);
  if (face) document.fonts.delete(face);
  face = loaded;
  if (face) document.fonts.add(face);
}

function word(text, terms, choose) {
  const written = [...text.childNodes]
    .filter((node) => node.nodeType === Node.TEXT_NODE)
    .map((node) => node.data)
    .join("");
  const term = terms.get(written);
  const copied = Object.fromEntries(
    ["x", "y", "font-size", "textLength", "lengthAdjust"].map((name) => [name, text.getAttribute(name)]),
  );
  const hue = /^(hue|side)\d+$/.test(text.getAttribute("class")) ? text.getAttribute("class") : "hue0";
  const attributes = term
    ? {
        tabindex: 0,
        role: "button",
        "aria-pressed": "false",
        "data-term": written,
        "aria-label": t("termTimes", { term: written, count: number(term.count) }),
        onclick: () => choose(term),
        onkeydown: (event) => {
          if (event.key !== "Enter" && event.key !== " ") return;
          event.preventDefault();
          choose(term);
        },
      }
    : {};
  return draw("text", { ...copied, ...attributes, className: `word ${hue}` }, written);
}

function chooseTerm(panel, sentences, term) {
  const isLit = state.lit.term === term.text;
  for (const one of panel.querySelectorAll("[aria-pressed]"))
    one.setAttribute("aria-pressed", String(!isLit && one.dataset.term === term.text));
  change({ lit: isLit ? { rows: [], term: null } : { rows: term.rows, term: term.text } });
  if (isLit) return sentences.replaceChildren(make("p", { className: "hint" }, t("cloudHint")));
  sentences.replaceChildren(
    make(
      "p",
      {},
      make("b", { dir: "auto" }, term.text),
      ` — ${t("termSaid", { count: number(term.count), texts: number(term.rows.length) })}`,
    ),
    make(
      "ul",
      { className: "sentences" },
      (term.sentences ?? []).slice(0, 4).map((sentence) => make("li", { dir: "auto" }, marked(sentence, term.text))),
    ),
  );
}

function marked(sentence, term) {
  const [low, sought] = [sentence.toLowerCase(), term.toLowerCase()];
  if (low.length !== sentence.length) return [sentence];
  const parts = [];
  let at = 0;
  for (let found = low.indexOf(sought); found >= 0; found = low.indexOf(sought, at)) {
    parts.push(sentence.slice(at, found), make("mark", {}, sentence.slice(found, found + sought.length)));
    at = found + sought.length;
  }
  return [...parts, sentence.slice(at)];
}
