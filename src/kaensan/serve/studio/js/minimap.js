// The whole page as a strip: what was kept, what is doubtful, where you are. A click leads there.

import { make } from "./element.js";
import { isDoubtful } from "./rows.js";
import { state } from "./state.js";
import { t } from "./words.js";

const WIDTH = 14;

export class Minimap {
  constructor(box, goTo) {
    this.canvas = make("canvas", { className: "minimap", id: "minimap", "aria-hidden": "true" });
    this.canvas.addEventListener("click", (event) => {
      const row = this.rowAt(event.offsetY / this.canvas.clientHeight);
      if (row !== null) goTo(row);
    });
    box.append(this.canvas);
    new ResizeObserver(() => this.draw()).observe(this.canvas);
    this.seen = null; // [first, last] row that the frame shows
  }

  /** Where each row begins, as a share of the page's letters. */
  places() {
    const { rows } = state.view;
    const total = Math.max(
      rows.reduce((sum, row) => sum + row.length + 1, 0),
      1,
    );
    let before = 0;
    return rows.map((row) => {
      const place = before / total;
      before += row.length + 1;
      return place;
    });
  }

  rowAt(share) {
    if (!state.view?.rows.length) return null;
    const places = this.places();
    const after = places.findIndex((place) => place > share);
    return Math.max((after < 0 ? places.length : after) - 1, 0);
  }

  /** Say which rows the frame shows. */
  show(seen) {
    this.seen = seen;
    this.draw();
  }

  draw() {
    const { canvas } = this;
    const height = canvas.clientHeight;
    if (!height || !state.view) return;
    const scale = devicePixelRatio || 1;
    canvas.width = WIDTH * scale;
    canvas.height = height * scale;
    canvas.title = t("minimap");
    const pen = canvas.getContext("2d");
    pen.scale(scale, scale);
    const style = getComputedStyle(document.documentElement);
    const colour = (name) => style.getPropertyValue(`--${name}`).trim();
    const places = [...this.places(), 1];
    const { rows } = state.view;
    rows.forEach((row, at) => {
      const label = state.fixes[row.id] ?? row.role;
      const [top, bottom] = [places[at] * height, places[at + 1] * height];
      pen.fillStyle = label === "other" ? colour("edge") : colour(label in { title: 1, content: 1 } ? label : "post");
      pen.fillRect(3, top, WIDTH - 6, Math.max(bottom - top, 0.6));
      if (isDoubtful(state.view, row)) {
        pen.fillStyle = colour("date");
        pen.fillRect(0, top, 3, Math.max(bottom - top, 1.5));
      }
    });
    if (!this.seen) return;
    const [first, last] = this.seen;
    pen.strokeStyle = colour("ink");
    pen.lineWidth = 1.5;
    const top = places[first] * height;
    pen.strokeRect(0.75, top + 0.75, WIDTH - 1.5, Math.max(places[last + 1] * height - top - 1.5, 3));
  }
}
