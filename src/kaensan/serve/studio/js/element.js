// Elements from words: text is always text, never markup, so nothing that a page says can become part of the studio.

const SVG = "http://www.w3.org/2000/svg";

function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name.startsWith("--")) element.style.setProperty(name, value);
    else element.setAttribute(name === "className" ? "class" : name, value === true ? "" : value);
  }
  element.append(
    ...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false),
  );
  return element;
}

/** An HTML element: `on…` is a listener, `--…` a custom property, everything else an attribute. */
export const make = (name, attributes = {}, ...children) => fill(document.createElement(name), attributes, children);

/** An SVG element. */
export const draw = (name, attributes = {}, ...children) =>
  fill(document.createElementNS(SVG, name), attributes, children);

export const byId = (id) => document.getElementById(id);
