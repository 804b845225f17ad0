// What the marks in the page mean.

import { make } from "./element.js";
import { t } from "./words.js";

export function showLegend(box) {
  box.replaceChildren(
    make("span", { className: "chip label-title" }, t("label_title")),
    make("span", { className: "chip label-content" }, t("kept")),
    make("span", { className: "chip label-other" }, t("dropped")),
    make("span", { className: "ramp" }, t("scoreLow"), make("i", { "aria-hidden": "true" }), t("scoreHigh")),
  );
}
