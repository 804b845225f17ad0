// The panels beside the page: what each asks of the service, and which one is open.

import { tabs } from "./choices.js";
import { comparison } from "./comparison.js";
import { byId, make } from "./element.js";
import { busy, trouble } from "./notices.js";
import { cloudOptions, showCloud } from "./panels/cloud.js";
import { showCompare } from "./panels/compare.js";
import { showDetails } from "./panels/details.js";
import { showPicture } from "./panels/picture.js";
import { showResult } from "./panels/result.js";
import { showTeach } from "./panels/teach.js";
import { askOnce } from "./service.js";
import { change, decisionOptions, state } from "./state.js";
import { t } from "./words.js";

export const TABS = ["result", "details", "picture", "compare", "cloud", "teach"];

/** The content as Markdown, which not everybody looks at. */
const askMarkdown = async () =>
  (await askOnce("markdown", "/v1/extract", { ...decisionOptions(), formats: ["markdown"] })).markdown;

const PANELS = {
  result: async (panel) => {
    const { source, form } = state;
    const markdown = ["markdown", "json"].includes(form) && !state.corrected ? await askMarkdown() : undefined;
    if (state.source === source && state.form === form && state.tab === "result") showResult(panel, markdown);
  },
  details: (panel) => showDetails(panel),
  picture: async (panel) => {
    const { method } = state;
    const picture = await askOnce(`picture.${method}`, `/v1/picture/${method}`, {});
    if (state.method === method && state.tab === "picture") showPicture(panel, picture);
  },
  compare: async (panel) => {
    const { source } = state;
    const found = await comparison();
    if (state.source === source && state.tab === "compare") showCompare(panel, found);
  },
  cloud: async (panel) => {
    const { method } = state;
    const asked = { ...decisionOptions(), ...cloudOptions(), format: "json", svg: true };
    const cloud = await busy(t("drawing"), askOnce("cloud", "/v1/cloud", asked));
    if (state.method === method && state.tab === "cloud") await showCloud(panel, cloud, showPanel);
  },
  teach: (panel) => showTeach(panel),
};

/** Fill the panel that is open. */
export async function showPanel() {
  if (!state.view) return;
  const { tab } = state;
  const panel = byId(`panel-${tab}`);
  panel.setAttribute("aria-busy", "true");
  try {
    await PANELS[tab](panel);
  } catch (error) {
    panel.replaceChildren(make("p", { className: "warning" }, error.message));
    trouble(error);
  } finally {
    panel.removeAttribute("aria-busy");
  }
}

export function showTabs() {
  const fixed = Object.keys(state.fixes).length;
  tabs(
    byId("tabs"),
    TABS.map((tab) => [tab, t(`tab_${tab}`), tab === "teach" ? fixed : 0]),
    state.tab,
    (tab) => change({ tab }),
  );
}

/** Empty all panels. */
export function clearPanels() {
  for (const tab of TABS) byId(`panel-${tab}`).replaceChildren();
}
