// The result as the corrections have it: a moment after each of them, the content is written anew.

import { ask, thisPage } from "./service.js";
import { trouble } from "./notices.js";
import { change, decisionOptions, state, watch } from "./state.js";
import { opinions } from "./teach.js";

const PAUSE = 150; // milliseconds after a correction, so that several keys in a row are one question

let timer = null;
let asked = 0;

/** Keep `state.corrected` in step with the corrections. */
export function startCorrecting() {
  watch(["fixes", "view", "base"], () => {
    clearTimeout(timer);
    if (!state.view || !Object.keys(opinions()).length) {
      if (state.corrected) change({ corrected: null });
      return;
    }
    timer = setTimeout(renew, PAUSE);
  });
}

async function renew() {
  asked += 1;
  const mine = asked;
  try {
    const corrected = await ask("/v1/corrected", { ...thisPage(), ...decisionOptions(), labels: opinions() });
    if (mine === asked && state.view) change({ corrected });
  } catch (error) {
    trouble(error);
  }
}
