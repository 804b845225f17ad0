// Light or dark: as the system says, unless somebody chose.

import { change, keep, recall, state, watch } from "./state.js";
import { byId } from "./element.js";

const system = matchMedia("(prefers-color-scheme: dark)");

export const shownTheme = () => (state.theme === "auto" ? (system.matches ? "dark" : "light") : state.theme);

function show() {
  document.documentElement.dataset.theme = shownTheme();
  byId("theme").value = state.theme;
}

/** `react` is told when the colours change. */
export function startTheme(react) {
  const both = () => {
    show();
    react();
  };
  watch(["theme"], both);
  system.addEventListener("change", both);
  byId("theme").addEventListener("change", (event) => {
    keep("theme", event.target.value);
    change({ theme: event.target.value });
  });
  state.theme = recall("theme", "auto");
  show();
}
