// What is printed on a piece, said with one finger: a step is drawn in place, without a jump to the top.
// Without this the page works as well; then each step is a page, and "something else" is touched first.

import { morph } from "./morph.js";

const page = document.getElementById("page");

// Whoever writes a word means that word, not the one that was touched before.
page.addEventListener("input", ({ target }) => {
  const other = target.closest(".typed-in") && target.closest(".fact").querySelector("[data-other]");
  if (other) other.checked = true;
});
page.addEventListener("change", ({ target }) => {
  if ("other" in target.dataset) target.closest(".fact").querySelector(".typed-in input").focus();
});

page.addEventListener("submit", (event) => {
  const button = event.submitter;
  if (button?.formMethod !== "get") return;
  event.preventDefault();
  last = last.then(() => step(event.target, button));
});

// Whoever taps faster than the page is drawn means every tap.
let last = Promise.resolve();

async function step(form, button) {
  if (!form.isConnected || !button.isConnected || button.disabled) return;
  const address = `${new URL(button.formAction).pathname}?${new URLSearchParams(new FormData(form, button))}`;
  const answer = await fetch(address).catch(() => null);
  if (!answer?.ok) return location.assign(address);
  const fresh = new DOMParser().parseFromString(await answer.text(), "text/html").getElementById("page");
  morph(page, fresh.innerHTML);
  for (const field of page.querySelectorAll("input[type=number]")) field.value = field.defaultValue;
  for (const row of page.querySelectorAll(".row-of.counted")) row.scrollTop = row.scrollHeight;
}
