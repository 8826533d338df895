// What a finger asks for: each tap is sent once, under a name of its own, and kept while there is no connection.
// The same name goes with every new attempt, so that the table takes it once at most.

import { age } from "./morph.js";

const AGAIN = 400; // ms a button stays locked at least: a double tap is one tap
const FRESH = 300; // ms within which a tap was meant for what stood there before
const LATER = 2000; // ms until what was kept is tried again
const PATIENCE = 8000; // ms until an answer is given up for now

const kept = [];
let tell = () => {};
let again = 0;

// told(kind, value): "refused" with an answer, "kept" with the labels that wait, "taken" with an answer.
export function listen(told) {
  tell = told;
  document.addEventListener("submit", (event) => {
    const form = event.target;
    if (!form.action.includes("/do/") || "plain" in form.dataset) return;
    event.preventDefault();
    if (form.dataset.busy === undefined && age(form) > FRESH) tap(form, event.submitter);
  });
}

export async function sendKept() {
  for (const waiting of kept.splice(0)) await deliver(waiting);
  tell("kept", kept.map((waiting) => waiting.label));
}

function tap(form, button) {
  const body = new FormData(form);
  body.set("id", name());
  if (button?.name) body.set(button.name, button.value);
  const label = button?.getAttribute("aria-label") ?? button?.textContent.trim() ?? "";
  form.dataset.busy = "";
  button?.setAttribute("aria-busy", "true");
  const since = performance.now();
  const free = () => setTimeout(() => release(form, button), Math.max(0, AGAIN - (performance.now() - since)));
  return deliver({ url: form.action, body: new URLSearchParams(body), label, button, free });
}

async function deliver(waiting) {
  let answer;
  try {
    answer = await fetch(waiting.url, { method: "POST", body: waiting.body, headers: { Accept: "application/json" }, signal: timeout() });
    if (answer.status === 503) throw new TypeError("busy");
  } catch {
    return keep(waiting);
  }
  waiting.free();
  waiting.button?.removeAttribute("data-kept");
  const said = await answer.json().catch(() => ({}));
  if (answer.ok || answer.status === 409) tell("taken", said);
  else tell("refused", said);
}

function keep(waiting) {
  kept.push(waiting);
  waiting.button?.setAttribute("data-kept", "");
  tell("kept", kept.map((one) => one.label));
  clearTimeout(again);
  again = setTimeout(sendKept, LATER);
}

function release(form, button) {
  delete form.dataset.busy;
  button?.removeAttribute("aria-busy");
}

// crypto.randomUUID needs a secure origin; a table on the home network has none.
function name() {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

function timeout() {
  const control = new AbortController();
  setTimeout(() => control.abort(), PATIENCE);
  return control.signal;
}
