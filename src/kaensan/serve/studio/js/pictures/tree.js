// The weighted tree: the heaviest subtrees, each below the nearest one that holds it.

import { make } from "../element.js";
import { state } from "../state.js";
import { wordsOf } from "../blocks.js";
import { number, t } from "../words.js";
import { figure, lights, uniqueRows } from "./figure.js";

const MOST = 40;

export function tree(data) {
  const { nodes } = data;
  const heaviest = new Set(
    nodes
      .map((_, at) => at)
      .sort((one, other) => nodes[other].weight - nodes[one].weight)
      .slice(0, MOST),
  );
  const shown = [...heaviest].sort((one, other) => one - other);
  const above = (at) => {
    let parent = nodes[at].parent;
    while (parent >= 0 && !heaviest.has(parent)) parent = nodes[parent].parent;
    return parent;
  };
  const depth = new Map();
  for (const at of shown) depth.set(at, above(at) >= 0 ? Math.min(depth.get(above(at)) + 1, 10) : 0);
  const top = Math.max(...nodes.map((node) => node.weight), 1e-9);
  const items = shown.map((at) => item(nodes[at], depth.get(at), at === data.body, top));
  const left = nodes.length - shown.length;
  return figure(
    t("treeTitle"),
    t("treeHint"),
    make("ul", { className: "tree", id: "tree" }, items),
    left > 0 ? make("p", { className: "hint" }, t("treeLeft", { count: number(left) })) : null,
  );
}

function item(node, depth, isBody, top) {
  const rows = uniqueRows([node.rows]);
  const place = node.xpath.split("/").slice(-2).join("/");
  const formula = t("treeFormula", {
    width: number(node.width * 100),
    importance: number(node.importance, 1),
    leaves: number(node.leaves),
  });
  const button = make(
    "button",
    {
      type: "button",
      className: isBody ? "chosen" : null,
      "aria-pressed": "false",
      "--depth": depth,
      title: `${node.xpath} — ${formula}`,
    },
    make("span", { className: "name" }, isBody ? `${place} · ${t("treeBody")}` : place),
    make("span", { className: "words", dir: "auto" }, wordsOf(state.view.rows, rows.slice(0, 3), 60)),
    make(
      "span",
      { className: isBody ? "bar content" : "bar", "--share": (node.weight / top).toFixed(3) },
      make("i"),
      number(node.weight, 1),
    ),
  );
  button.addEventListener(
    "click",
    lights(rows, () => button),
  );
  return make("li", {}, button);
}
