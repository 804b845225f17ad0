// The blocks of a method with the numbers that decided: a table in which a block lights up its rows.

import { make } from "../element.js";
import { state } from "../state.js";
import { wordsOf } from "../blocks.js";
import { number, t } from "../words.js";
import { figure, lights } from "./figure.js";

const MOST = 60;

export function lineBlocks(data) {
  const top = Math.max(...data.blocks.map((block) => block.ttr), 2 * data.threshold, 1e-9);
  const keywords = data.keywords.length ? t("keywords", { words: data.keywords.join(", ") }) : t("noKeywords");
  return table(
    "lineBlocksTitle",
    t("lineBlocksHint", { threshold: number(data.threshold, 1), share: number(data.anchor_share, 2), keywords }),
    data.blocks,
    [
      [t("columnLines"), (block) => block.lines.join("–")],
      ["TTR", (block) => bar(block.ttr / top, block.ttr, block.content, 1)],
      ["ATTR", (block) => bar(block.attr, block.attr, block.content, 2)],
      ["TKD", (block) => String(block.tkd)],
      [t("columnLength"), (block) => number(block.length)],
    ],
  );
}

export function xpathBlocks(data) {
  return table("blocksTitle", t("blocksHint", { threshold: number(data.threshold, 2) }), data.blocks, [
    ["AR", (block) => bar(block.ar, block.ar, block.content, 2)],
    ["ATR", (block) => number(block.atr, 2)],
    ["ANR", (block) => number(block.anr, 2)],
    [t("columnLinks"), (block) => `${block.links}/${block.leaves}`],
    [t("columnLength"), (block) => number(block.length)],
  ]);
}

export function postGroups(data) {
  return table("groupsTitle", t("groupsHint"), data.blocks, [
    [t("columnChance"), (block) => bar(block.chance, block.chance, block.content, 2)],
    [t("columnElements"), (block) => `${number(block.members)} × ${block.name}`],
    [t("columnLength"), (block) => number(block.length)],
  ]);
}

const bar = (share, value, content, digits) =>
  make(
    "span",
    { className: content ? "bar content" : "bar", "--share": Math.min(share, 1).toFixed(3) },
    make("i"),
    number(value, digits),
  );

function table(title, hint, blocks, columns) {
  const longest = [...blocks].sort((one, other) => other.length - one.length).slice(0, MOST);
  const shown = blocks.filter((block) => longest.includes(block));
  return figure(
    t(title),
    hint,
    make(
      "div",
      { className: "wide", tabindex: 0, role: "group", "aria-label": t(title) },
      make(
        "table",
        { className: "numbers", id: "numbers" },
        make(
          "thead",
          {},
          make(
            "tr",
            {},
            make("th", { scope: "col" }, t("columnBegins")),
            columns.map(([name]) => make("th", { scope: "col" }, name)),
          ),
        ),
        make(
          "tbody",
          {},
          shown.map((block) => row(block, columns)),
        ),
      ),
    ),
    blocks.length > shown.length
      ? make("p", { className: "hint" }, t("blocksLeft", { count: number(blocks.length - shown.length) }))
      : null,
  );
}

function row(block, columns) {
  const button = make(
    "button",
    { type: "button", className: "row-link", "aria-pressed": "false", title: block.xpath ?? null },
    wordsOf(state.view.rows, block.rows.slice(0, 4), 90) || "—",
  );
  const line = make(
    "tr",
    { className: block.content ? "content" : null },
    make("td", { className: "words", dir: "auto" }, button),
    columns.map(([, value]) => make("td", {}, value(block))),
  );
  button.addEventListener("click", lights(block.rows));
  return line;
}
