"use strict";
// The scatter plot: F1 of two systems on every page. Everything else in the report works without scripts.
const run = JSON.parse(document.getElementById("points").textContent);
const plot = document.getElementById("scatter");
const gaps = document.getElementById("gaps");
const choices = document.getElementById("choices").elements;
const LEFT = 56, TOP = 16, SIDE = 540, SHOWN = 8;

function make(name, attributes, parent, text) {
  const made = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  if (text !== undefined) made.textContent = text;
  parent?.append(made);
  return made;
}

function offer(select, options, chosen) {
  for (const [value, text] of options) select.add(new Option(text, value, value === chosen, value === chosen));
}

const systems = run.order.map((name) => [name, name]);
const core = run.order.includes("core") ? "core" : run.order[0];
offer(choices.x, systems, run.rival);
offer(choices.y, systems, core);
offer(choices.set, [["", "all datasets"], ...run.datasets.map((name, number) => [String(number), name])], "");

const studio = ([, , , url], system) =>
  url ? `${run.studio}#${new URLSearchParams({ url, method: system })}` : null;
const across = (f1) => LEFT + f1 * SIDE;
const up = (f1) => TOP + (1 - f1) * SIDE;
const shown = (f1) => f1.toFixed(3).replace(/^0/, "");

function frame(x, y) {
  for (let tick = 0; tick <= 10; tick += 2) {
    const at = tick / 10;
    make("line", { class: "grid", x1: across(at), x2: across(at), y1: TOP, y2: TOP + SIDE }, plot);
    make("line", { class: "grid", x1: LEFT, x2: LEFT + SIDE, y1: up(at), y2: up(at) }, plot);
    make("text", { class: "tick", x: across(at), y: TOP + SIDE + 16, "text-anchor": "middle" }, plot, at);
    make("text", { class: "tick", x: LEFT - 6, y: up(at) + 4, "text-anchor": "end" }, plot, at);
  }
  make("line", { class: "diagonal", x1: across(0), y1: up(0), x2: across(1), y2: up(1) }, plot);
  make("text", { class: "axis", x: LEFT + SIDE / 2, y: TOP + SIDE + 36, "text-anchor": "middle" }, plot, `F1 of ${x}`);
  const middle = TOP + SIDE / 2;
  make("text", { class: "axis", x: 14, y: middle, "text-anchor": "middle", transform: `rotate(-90 14 ${middle})` }, plot, `F1 of ${y}`);
}

function draw() {
  const x = choices.x.value, y = choices.y.value, set = choices.set.value;
  plot.replaceChildren();
  frame(x, y);
  const pairs = [];
  run.pages.forEach((page, row) => {
    const fx = run.scores[x][row], fy = run.scores[y][row];
    if (fx === null || fy === null || (set !== "" && page[1] !== set)) return;
    pairs.push({ page, fx, fy });
    const address = studio(page, run.order.includes("core") ? "core" : y);
    const parent = address ? make("a", { href: address, target: "_blank", rel: "noopener" }, plot) : plot;
    const hue = (Number(page[1]) * 137.5) % 360;
    const dot = make("circle", { cx: across(fx), cy: up(fy), r: 4, style: `fill:hsl(${hue} 60% 50%)` }, parent);
    const kind = page[2] ? `, ${page[2]}` : "";
    make("title", {}, dot, `${page[0]} (${run.datasets[page[1]]}${kind})\n${x} ${shown(fx)}, ${y} ${shown(fy)}`);
  });
  gaps.replaceChildren(
    ...list(`${y} does better`, pairs.filter((each) => each.fy > each.fx), (each) => each.fx - each.fy, x, y),
    ...list(`${x} does better`, pairs.filter((each) => each.fx > each.fy), (each) => each.fy - each.fx, x, y),
  );
}

function list(heading, pairs, key, x, y) {
  const title = document.createElement("h3");
  title.textContent = `${heading} on ${pairs.length} pages, most on`;
  const items = document.createElement("ol");
  for (const { page, fx, fy } of pairs.sort((a, b) => key(a) - key(b)).slice(0, SHOWN)) {
    const item = document.createElement("li");
    const address = studio(page, y);
    const name = document.createElement(address ? "a" : "span");
    if (address) Object.assign(name, { href: address, target: "_blank", rel: "noopener" });
    name.textContent = page[0];
    item.append(name, ` ${shown(fy)} / ${shown(fx)}`);
    items.append(item);
  }
  return [title, items];
}

document.getElementById("choices").addEventListener("change", draw);
draw();
