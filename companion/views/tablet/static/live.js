// Keeps the page as the table is. The table speaks through one stream; what it sends is drawn into the regions.
// Rule: nothing here decides anything about a game, and nothing moves unless the table moved.

import { morph } from "./morph.js";
import { listen, sendKept } from "./taps.js";

const QUIET = 1000; // ms without a stream before the page says so
const LINE = 1.6; // a text higher than this many times its letters has a second line
const STALE = "house.no.stale"; // the table has moved on, and what is drawn says so
const AGAIN = 1500; // ms until a stream that was refused is asked for again

const page = document.body.dataset;
let version = Number(page.version);
let source = null;
let worry = 0;
let retry = 0;
let down = false;
let due = null;
let renewal = 0;
let asked = 0; // how often the page asked for itself

// The stream: never trusted after sleep, closed when nobody looks (six connections a browser).

function open() {
  if (!page.stream || document.hidden) return;
  close();
  worried();
  source = new EventSource(`/stream?page=${page.stream}&after=${version}`);
  source.addEventListener("open", well);
  source.addEventListener("error", lost);
  source.addEventListener("regions", arrived);
  source.addEventListener("reset", arrived);
  source.addEventListener("gone", leave);
}

// This device has another place at the table now: what it may see is asked for anew.
function leave() {
  close();
  const home = page.home || location.href;
  if (new URL(home, location.href).href === location.href) location.reload();
  else location.replace(home);
}

function close() {
  source?.close();
  source = null;
  clearTimeout(retry);
}

function well() {
  clearTimeout(worry);
  worry = 0;
  line("offline", "");
  sendKept();
}

function lost() {
  worried();
  if (source?.readyState === EventSource.CLOSED) retry = setTimeout(open, AGAIN);
}

function worried() {
  worry ||= setTimeout(() => line("offline", page.offline), QUIET);
}

// The regions: drawn at once, or as soon as the finger is up.

function arrived(event) {
  const news = JSON.parse(event.data);
  if (news.build && news.build !== page.build && !isTyping()) return location.reload(); // the companion is a newer one
  version = news.version;
  due = { ...news, regions: { ...due?.regions, ...news.regions } };
  if (!down) draw();
}

function isTyping() {
  return document.activeElement?.matches("input.text, select") ?? false;
}

function draw() {
  const news = due;
  due = null;
  if (!news) return;
  for (const [name, html] of Object.entries(news.regions)) {
    const region = document.getElementById(`region-${name}`);
    if (region) morph(region, html);
  }
  if (news.title) document.title = news.title;
  if (document.querySelector("[data-refresh]")) refresh();
  settle();
  document.dispatchEvent(new CustomEvent("drawn"));
}

// A page without regions is fetched again as a whole.
async function refresh() {
  const mine = (asked += 1);
  const answer = await fetch(location.href).catch(() => null);
  if (!answer?.ok) return;
  const fresh = new DOMParser().parseFromString(await answer.text(), "text/html").getElementById("page");
  if (mine !== asked) return; // a newer one is on its way
  if (fresh) morph(document.getElementById("page"), fresh.innerHTML);
  renewLater();
  document.dispatchEvent(new CustomEvent("drawn"));
}

// A code on the screen is good for some minutes; then the page asks for the next.
function renewLater() {
  clearTimeout(renewal);
  const seconds = Number(document.querySelector("[data-renew]")?.dataset.renew);
  if (seconds) renewal = setTimeout(refresh, 1000 * seconds);
}

function settle() {
  for (const name of document.querySelectorAll("[data-fit]")) fit(name);
  const subject = document.querySelector(".subject");
  const colour = getComputedStyle(subject ?? document.body).getPropertyValue(subject ? "--flood" : "--ground").trim();
  document.querySelector("meta[name=theme-color]").content = colour || getComputedStyle(document.body).backgroundColor;
}

// A name takes the largest step that fits one line, and is never cut.
function fit(name) {
  for (const step of ["t80", "t56", "t40"]) {
    name.classList.remove("t80", "t56", "t40");
    name.classList.add(step);
    const text = name.querySelector("bdi");
    const lines = text.offsetHeight / parseFloat(getComputedStyle(text).fontSize);
    if (lines < LINE && name.scrollWidth <= name.clientWidth) return;
  }
}

// Quiet lines above the shelf.

function line(kind, text, small = "") {
  const place = document.getElementById("lines");
  place?.querySelector(`.${kind}`)?.remove();
  if (!text || !place) return;
  const said = Object.assign(document.createElement("p"), { className: `line ${kind}`, textContent: text });
  if (small) said.append(" ", Object.assign(document.createElement("small"), { textContent: small }));
  place.append(said);
}

function told(kind, value) {
  if (kind === "kept") line("kept", value.length ? `${page.waiting} ${value.join(", ")}` : "");
  if (kind === "refused") refused(value.refusal ?? {});
  if (kind === "taken" && value.refusal && value.refusal.key !== STALE) return refused(value.refusal);
  if (kind === "taken" && document.querySelector("[data-refresh]")) settled();
}

// What was opened to say something closes once it is said.
function settled() {
  for (const opened of document.querySelectorAll("#page details[open]")) opened.open = false;
  refresh();
}

function refused({ text, book }) {
  line("refusal", text || page.refused, book ? page.book.replace("{place}", book) : "");
}

// Fingers

function lift() {
  down = false;
  setTimeout(() => !down && draw());
}

document.addEventListener("pointerdown", (event) => {
  down = true;
  line("refusal", "");
  const menu = document.querySelector(".menu[open]");
  if (menu && !menu.contains(event.target)) menu.open = false;
});
document.addEventListener("pointerup", lift);
document.addEventListener("pointercancel", lift);
document.addEventListener("keydown", (event) => {
  const menu = event.key === "Escape" && document.querySelector(".menu[open]");
  if (!menu) return;
  menu.open = false;
  menu.querySelector("summary").focus();
});

// Colours of this device

function paint(theme) {
  document.documentElement.dataset.theme = theme;
  for (const pick of document.querySelectorAll("[data-theme-pick]")) pick.setAttribute("aria-pressed", String(pick.dataset.themePick === theme));
}

document.addEventListener("click", (event) => {
  const pick = event.target.closest("[data-theme-pick]");
  if (!pick) return;
  document.cookie = `theme=${pick.dataset.themePick}; path=/; max-age=31536000; samesite=lax`;
  paint(pick.dataset.themePick);
});
document.addEventListener("drawn", () => paint(document.documentElement.dataset.theme));

// A form that leads to another page says itself where to; what it changes for this device is no news there.
document.addEventListener("submit", (event) => "plain" in event.target.dataset && close());
document.addEventListener("visibilitychange", () => (document.hidden ? close() : open()));
addEventListener("pageshow", open);
addEventListener("online", open);
addEventListener("resize", settle);
listen(told);
paint(document.documentElement.dataset.theme);
settle();
renewLater();
