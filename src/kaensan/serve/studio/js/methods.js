// The switch between methods.

import { radios } from "./choices.js";
import { byId, make } from "./element.js";
import { change, state } from "./state.js";
import { known, t } from "./words.js";

/** The kinds of text that people disagree on, each left to the method, kept or dropped. */
export function showPolicy(kinds) {
  const chosen = (name) => state.policy[name] ?? (name === "lean" ? "balance" : "auto");
  const choose = (name, value) => {
    const policy = { ...state.policy, [name]: value };
    if (value === "auto" || value === "balance") delete policy[name];
    change({ policy });
    byId(`policy-${name}`).focus();
  };
  const field = (name, choices) => {
    const select = make(
      "select",
      { id: `policy-${name}`, onchange: () => choose(name, select.value) },
      choices.map((value) => make("option", { value }, t(`policy_${value}`))),
    );
    select.value = chosen(name);
    return make("label", { className: "policy-choice" }, make("span", {}, known(`kind_${name}`, name)), select);
  };
  const box = byId("policy-choices");
  box.replaceChildren(
    ...kinds.map((name) => field(name, ["auto", "keep", "drop"])),
    field("lean", ["balance", "precision", "recall"]),
  );
  const count = Object.keys(state.policy).length;
  byId("policy-count").hidden = !count;
  byId("policy-count").textContent = String(count);
  byId("policy").hidden = state.method !== "core";
}

export function showMethods(methods) {
  radios(
    byId("methods"),
    methods.map((one) => [one.name, one.name, one.available ? null : one.why]),
    state.method,
    (method) => change({ method }),
  );
  byId("policy").hidden = state.method !== "core";
  const chosen = methods.find((one) => one.name === state.method);
  byId("method-about").textContent = chosen ? known(`method_${chosen.name}`, chosen.summary) : "";
}
