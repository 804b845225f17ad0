// Calls to the service. What goes wrong comes back as a `Refusal` with the service's own sentence.

import { state } from "./state.js";
import { t } from "./words.js";

export class Refusal extends Error {
  constructor(status, message) {
    super(message);
    this.name = "Refusal";
    this.status = status;
  }
}

let key = sessionStorage.getItem("kaensan.key") ?? "";

/** The key for a service that asks for one; kept for this tab only. */
export function useKey(given) {
  key = given;
  sessionStorage.setItem("kaensan.key", given);
}

/** Send a request and give the answer as it is. */
export async function send(
  path,
  { body, method = body === undefined ? "GET" : "POST", type = "application/json", signal } = {},
) {
  const headers = key ? { Authorization: `Bearer ${key}` } : {};
  if (body !== undefined) headers["Content-Type"] = type;
  const sent = type === "application/json" && body !== undefined ? JSON.stringify(body) : body;
  const response = await fetch(path, { method, signal, headers, body: sent }).catch((error) => {
    throw error.name === "AbortError" ? error : new Refusal(0, t("unreachable"));
  });
  if (response.ok) return response;
  const problem = await response.json().catch(() => null);
  throw new Refusal(response.status, sentence(response, problem));
}

function sentence(response, problem) {
  if (problem?.error?.message) return problem.error.message;
  if (problem?.failed?.length) return problem.failed.map(({ name, problem }) => `${name}: ${problem}`).join(" ");
  if (response.status === 429) return t("tooMany", { seconds: response.headers.get("Retry-After") ?? 1 });
  return t("refused", { status: response.status });
}

/** Ask for JSON. */
export const ask = async (path, body, options = {}) => (await send(path, { body, ...options })).json();

/** The page of the state as the service takes it. A page that was fetched is not fetched again. */
export function thisPage() {
  const { source } = state;
  if (source.kind === "sample") return { sample: source.name };
  if (source.kind === "url")
    return source.html === undefined ? { url: source.url } : { html: source.html, url: source.url };
  if (source.kind === "gold") return { gold: source.id };
  const address = source.url ? { url: source.url } : {};
  return source.kind === "file" ? { base64: source.bytes, ...address } : { html: source.html, ...address };
}

const answers = { source: null, taught: 0, kept: new Map() };

/** The answer of the service about this page, asked for once for the same options and rules. */
export function askOnce(what, path, options, signal) {
  if (answers.source !== state.source || answers.taught !== state.taught) {
    Object.assign(answers, { source: state.source, taught: state.taught });
    answers.kept.clear();
  }
  const key = `${what} ${JSON.stringify(options)}`;
  if (!answers.kept.has(key)) {
    const answer = ask(path, { ...thisPage(), ...options }, { signal });
    answers.kept.set(key, answer);
    answer.catch(() => answers.kept.delete(key));
  }
  return answers.kept.get(key);
}
