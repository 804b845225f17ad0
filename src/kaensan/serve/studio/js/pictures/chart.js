// The frame of a chart: scales, ticks and axis names.

import { draw } from "../element.js";

export const WIDTH = 640;
export const HEIGHT = 300;
const LEFT = 52;
const RIGHT = 12;
const TOP = 12;
const BOTTOM = 40;

function ticks(high, about) {
  const rough = high / about;
  const power = 10 ** Math.floor(Math.log10(rough || 1));
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((one) => one >= rough) ?? power;
  return Array.from({ length: Math.floor(high / step) + 1 }, (_, at) => Math.round(at * step * 1e6) / 1e6);
}

/** A chart from (0, 0) to (right, high): `x` and `y` give places, `at` the value at a place. */
export function chart(right, high, xName, yName) {
  const x = (value) => LEFT + (Math.min(value, right) / right) * (WIDTH - LEFT - RIGHT);
  const y = (value) => HEIGHT - BOTTOM - (Math.min(value, high) / high) * (HEIGHT - TOP - BOTTOM);
  const at = (place) => ((place - LEFT) / (WIDTH - LEFT - RIGHT)) * right;
  const frame = [
    ...ticks(high, 4).flatMap((value) => [
      draw("line", { x1: LEFT, x2: WIDTH - RIGHT, y1: y(value), y2: y(value), className: "line-grid" }),
      draw("text", { x: LEFT - 6, y: y(value) + 4, "text-anchor": "end" }, String(value)),
    ]),
    ...ticks(right, 6).map((value) =>
      draw("text", { x: x(value), y: HEIGHT - BOTTOM + 16, "text-anchor": "middle" }, String(value)),
    ),
    draw("line", { x1: LEFT, x2: WIDTH - RIGHT, y1: y(0), y2: y(0), className: "line-axis" }),
    draw("text", { x: (LEFT + WIDTH - RIGHT) / 2, y: HEIGHT - 6, "text-anchor": "middle" }, xName),
    draw(
      "text",
      {
        x: 12,
        y: (HEIGHT - BOTTOM) / 2,
        "text-anchor": "middle",
        transform: `rotate(-90 12 ${(HEIGHT - BOTTOM) / 2})`,
      },
      yName,
    ),
  ];
  return { x, y, at, frame, top: TOP, bottom: HEIGHT - BOTTOM };
}

/** The place of the pointer in the units of the picture. */
export function pointerPlace(svg, event) {
  const box = svg.getBoundingClientRect();
  return ((event.clientX - box.left) / box.width) * WIDTH;
}
