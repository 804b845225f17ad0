// The pictures of what the chosen method computed.

import { make } from "../element.js";
import { histogram } from "../pictures/histogram.js";
import { lineBlocks, postGroups, xpathBlocks } from "../pictures/numbers.js";
import { scatter } from "../pictures/scatter.js";
import { scores } from "../pictures/scores.js";
import { tokens } from "../pictures/tokens.js";
import { tree } from "../pictures/tree.js";
import { number, t } from "../words.js";

const DRAWN = {
  histogram: [histogram, scatter],
  lineblocks: [lineBlocks],
  blocks: [xpathBlocks],
  tree: [tree],
  tokens: [tokens],
  scores: [scores],
  groups: [postGroups],
};

export function showPicture(panel, { data }) {
  const left = data.left_out
    ? make("p", { className: "warning" }, t("leftOut", { count: number(data.left_out) }))
    : null;
  panel.replaceChildren(...DRAWN[data.kind].map((drawn) => drawn(data)), ...(left ? [left] : []));
}
