// Makes a region look like its new drawing and touches only what differs, so that
// focus, a finger that is down and an open menu stay where they are.

import { fade, glide } from "./motion.js";

const OURS = ["open", "aria-busy", "data-busy", "data-kept"]; // what the page itself put there
const born = new WeakMap();

export function morph(region, html) {
  const next = document.createElement("template");
  next.innerHTML = html;
  const held = document.activeElement;
  children(region, next.content);
  if (held?.isConnected && region.contains(held) && held !== document.activeElement) held.focus({ preventScroll: true });
}

// Milliseconds since this came under the finger; what was there from the start is old.
export const age = (element) => performance.now() - (born.get(element) ?? -Infinity);

// By the attribute: a form with a field called "id" would give that field.
const keyOf = (node) => (node.nodeType === Node.ELEMENT_NODE ? node.dataset.key || node.getAttribute("id") || null : null);
const alike = (one, other) => one.nodeType === other.nodeType && one.nodeName === other.nodeName;

function children(old, next) {
  const keyed = new Map([...old.children].filter(keyOf).map((child) => [keyOf(child), child]));
  const wantedKeys = new Set([...next.children].map(keyOf));
  let spot = old.firstChild;
  const skipGone = () => {
    while (spot && !wantedKeys.has(keyOf(spot))) spot = drop(spot);
  };
  for (const wanted of [...next.childNodes]) {
    const match = partner(wanted, spot, keyed);
    if (!match) {
      old.insertBefore(wanted, spot);
      arrive(wanted);
      continue;
    }
    if (match !== spot) skipGone();
    if (match === spot) spot = spot.nextSibling;
    else old.insertBefore(match, spot);
    node(match, wanted);
  }
  while (spot) spot = drop(spot);
}

function partner(wanted, spot, keyed) {
  const key = keyOf(wanted);
  const found = key ? keyed.get(key) : spot && !keyOf(spot) ? spot : null;
  return found && alike(found, wanted) ? found : null;
}

function drop(node) {
  const after = node.nextSibling;
  node.remove();
  return after;
}

function node(old, next) {
  if (old.nodeType !== Node.ELEMENT_NODE) {
    if (old.data !== next.data) old.data = next.data;
    return;
  }
  const from = old.dataset.spot;
  attributes(old, next);
  if (from && from !== old.dataset.spot) glide(old, from);
  children(old, next);
}

function attributes(old, next) {
  for (const { name } of [...old.attributes]) {
    if (!next.hasAttribute(name) && !OURS.includes(name)) old.removeAttribute(name);
  }
  for (const { name, value } of next.attributes) {
    if (old.getAttribute(name) !== value && !OURS.includes(name)) old.setAttribute(name, value);
  }
}

function arrive(node) {
  if (node.nodeType !== Node.ELEMENT_NODE) return;
  for (const form of [node, ...node.querySelectorAll("form")]) born.set(form, performance.now());
  for (const element of [node, ...node.querySelectorAll("[data-fade]")]) {
    if ("fade" in element.dataset) fade(element);
  }
}
