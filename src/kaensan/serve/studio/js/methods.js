// The switch between methods.

import { radios } from "./choices.js";
import { byId } from "./element.js";
import { change, state } from "./state.js";
import { known } from "./words.js";

export function showMethods(methods) {
  radios(
    byId("methods"),
    methods.map((one) => [one.name, one.name, one.available ? null : one.why]),
    state.method,
    (method) => change({ method }),
  );
  const chosen = methods.find((one) => one.name === state.method);
  byId("method-about").textContent = chosen ? known(`method_${chosen.name}`, chosen.summary) : "";
}
