// Pictures of a page: none is loaded by itself. Asked to, the service fetches them, and they come into the frame as data.

import { send } from "./service.js";

const AT_A_TIME = 4;
const MOST = 60; // pictures that are loaded of one page

const waiting = (page) => [...page.querySelectorAll("img[data-src]")].slice(0, MOST);

/** Markup with the addresses of its pictures put aside, so that a browser loads none of them. */
export function withoutAddresses(markup) {
  const { body } = new DOMParser().parseFromString(markup, "text/html");
  for (const image of body.querySelectorAll("img[src]")) {
    image.dataset.src = image.getAttribute("src");
    image.removeAttribute("src");
  }
  return body.innerHTML;
}

/** Show the pictures that the markup holds itself; gives how many others could be loaded. */
export function showInlineImages(page) {
  for (const image of page.querySelectorAll('img[data-src^="data:"]')) {
    image.src = image.dataset.src;
    delete image.dataset.src;
  }
  return waiting(page).length;
}

/** Load the pictures of a page, a few at a time; one that cannot be had leaves its description. */
export async function loadImages(page) {
  const images = waiting(page);
  const next = async () => {
    for (let image = images.shift(); image; image = images.shift()) await load(image);
  };
  await Promise.all(Array.from({ length: AT_A_TIME }, next));
}

async function load(image) {
  const url = image.dataset.src;
  delete image.dataset.src;
  try {
    const answer = await send("/v1/image", { body: { url } });
    const address = URL.createObjectURL(await answer.blob());
    image.addEventListener("load", () => URL.revokeObjectURL(address), { once: true });
    image.src = address;
  } catch {
    image.dataset.failed = "";
  }
}
