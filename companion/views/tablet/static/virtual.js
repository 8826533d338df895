// The hands at the virtual table: they drag magicians, roll, draw and fetch balls, and the table tells where all lies.
// Rule: the page shows only what eyes would see. Walls are never sent, and a ball on its way is not drawn.

const PITCH = 36; // mm from field to field
const EDGE = 46; // mm beyond the outer fields that a hand may reach
const BATCH = 33; // ms between two reports of a moving hand
const FIELD = 300; // ms for one field by the arrow keys
const ARROWS = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };
const PIPS = { 1: [[28, 28]], 2: [[15, 15], [41, 41]], 3: [[14, 14], [28, 28], [42, 42]], 4: [[15, 15], [41, 15], [15, 41], [41, 41]] };
const SVG = "http://www.w3.org/2000/svg";

const plate = document.getElementById("plate");
const at = (id) => document.getElementById(id);
const magicians = new Map();
let held = null; // the magician in the hand
let chosen = null; // the magician that was touched last
let trays = {};
let playing = false;
let source = null;

const post = (path, body = {}) =>
  fetch(`/virtual/${path}`, { method: "POST", headers: { "Content-Type": "application/json", Accept: "application/json" }, body: JSON.stringify(body) })
    .then((answer) => (answer.ok ? answer.json().catch(() => ({})) : {}))
    .catch(() => ({}));

class Magician {
  constructor(element) {
    this.element = element;
    this.seat = element.dataset.seat;
    this.points = [];
    this.busy = false;
    this.released = false;
    this.ball = true;
    const [column, row] = element.dataset.at;
    this.show(Math.max(0, "abcdef".indexOf(column)) * PITCH, Math.max(0, Number(row) - 1) * PITCH, 0);
  }

  show(x, y, z) {
    [this.x, this.y] = [x, y];
    this.element.setAttribute("transform", `translate(${x.toFixed(1)} ${y.toFixed(1)})`);
    this.element.querySelector(".body").setAttribute("transform", z > 1 ? `translate(0 ${-Math.min(10, z / 2).toFixed(1)}) scale(1.12)` : "");
    this.element.classList.toggle("up", z > 1);
  }

  carries(ball) {
    this.ball = ball;
    this.element.classList.toggle("bare", !ball);
  }

  // A bare magician is carried through the air: nothing can be lost any more.
  get lifted() {
    return !this.ball || at("lift").getAttribute("aria-pressed") === "true";
  }

  moveTo(x, y) {
    const inside = (value) => Math.min(5 * PITCH + EDGE, Math.max(-EDGE, value));
    const airborne = this.lifted;
    this.show(inside(x), inside(y), airborne ? 12 : 0);
    this.points.push([Math.round(this.x * 10) / 10, Math.round(this.y * 10) / 10, Math.round(performance.now())]);
  }

  async report() {
    if (this.busy || !(this.points.length || this.released)) return;
    this.busy = true;
    const { released } = this;
    this.released = false;
    await post("hand", { seat: this.seat, points: this.points.splice(0), lifted: this.lifted, released });
    this.busy = false;
  }

  letGo() {
    this.released = true;
    this.report();
  }

  // Along one axis, field by field, as a finger would.
  async step(right, down) {
    if (this.walking) return;
    this.walking = true;
    held = this;
    const [x, y] = [this.x, this.y];
    const to = [Math.round(x / PITCH + right) * PITCH, Math.round(y / PITCH + down) * PITCH];
    for (let spent = BATCH; spent <= FIELD; spent += BATCH) {
      const share = Math.min(1, spent / (FIELD - BATCH));
      this.moveTo(x + (to[0] - x) * share, y + (to[1] - y) * share);
      await new Promise((done) => setTimeout(done, BATCH));
    }
    this.walking = false;
    held = null;
    this.letGo();
  }
}

// The hand

function point(event) {
  const spot = new DOMPoint(event.clientX, event.clientY).matrixTransform(plate.getScreenCTM().inverse());
  return [spot.x, spot.y];
}

function choose(magician) {
  chosen = magician;
  for (const one of magicians.values()) one.element.setAttribute("aria-pressed", String(one === magician));
  nudge();
}

function take(magician, event) {
  event.preventDefault();
  magician.element.setPointerCapture(event.pointerId);
  magician.element.focus({ preventScroll: true });
  const [x, y] = point(event);
  magician.grip = [magician.x - x, magician.y - y];
  held = magician;
  choose(magician);
  at("magicians").append(magician.element); // drawn last lies on top
  magician.element.setPointerCapture(event.pointerId);
}

function drag(magician, event) {
  if (held !== magician || !magician.grip) return;
  const seen = event.getCoalescedEvents?.() ?? [];
  for (const each of seen.length ? seen : [event]) {
    const [x, y] = point(each);
    magician.moveTo(x + magician.grip[0], y + magician.grip[1]);
  }
}

function letGo(magician) {
  magician.grip = null;
  if (held !== magician) return;
  held = null;
  magician.letGo();
}

function fetchBall(tray) {
  const seat = (chosen && !chosen.ball ? chosen : [...magicians.values()].find((one) => !one.ball))?.seat;
  if (trays[tray] && seat) post("fetch", { seat, tray }).then(nudge);
}

// What the table tells

function shown(event) {
  const news = JSON.parse(event.data);
  for (const { seat, x, y, z, ball } of news.magicians ?? []) {
    const magician = magicians.get(seat);
    if (!magician) continue;
    magician.carries(ball);
    if (magician !== held) magician.show(x, y, z ?? 0);
  }
  if (news.trays) fill(news.trays);
  if (news.die) face(news.die);
  if ("chip" in news) chip(news.chip);
  if ("autoplay" in news) plays(news.autoplay);
  nudge();
}

function fill(counts) {
  trays = counts;
  for (const [tray, count] of Object.entries(counts)) {
    const drawn = at(`tray-${tray}`);
    const label = drawn.getAttribute("aria-label").split(":")[0];
    drawn.classList.toggle("full", count > 0);
    drawn.setAttribute("aria-label", `${label}: ${count ? plate.dataset.tray : plate.dataset.empty}`);
    drawn.querySelector(".balls").replaceChildren(...Array.from({ length: count }, (_, index) => ball(index, count)));
  }
}

function ball(index, count) {
  const turn = (index / count) * 2 * Math.PI;
  const off = count > 1 ? 5 : 0;
  return draw("circle", { r: 3.5, cx: (off * Math.cos(turn)).toFixed(1), cy: (off * Math.sin(turn)).toFixed(1) });
}

function face(number) {
  if (at("face").dataset.face === String(number)) return;
  at("face").dataset.face = number;
  const pips = draw("svg", { class: "pips", viewBox: "0 0 56 56", width: 52, height: 52 });
  pips.append(...(PIPS[number] ?? []).map(([cx, cy]) => draw("circle", { cx, cy, r: 6 })));
  at("face").replaceChildren(pips);
}

function chip(symbol) {
  const use = at("drawn").querySelector("use");
  const sheet = use.getAttribute("href").split("#")[0];
  use.setAttribute("href", `${sheet}#${symbol ?? "bag"}`);
}

function draw(name, attributes) {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  return element;
}

// One short sentence: what a hand would do next.
function nudge() {
  const bare = [...magicians.values()].some((magician) => !magician.ball);
  const full = Object.values(trays).some((count) => count > 0);
  const phase = document.querySelector("#region-subject [data-phase]")?.dataset.phase ?? "";
  const asked = document.querySelector("#region-shelf .ask");
  const now = playing ? "play" : asked ? "ask" : bare && full ? "fell" : phase === "fell" ? "carry" : phase;
  const text = at("hint").dataset[now] ?? "";
  if (at("hint").textContent !== text) at("hint").textContent = text;
}

function wanted() {
  const sought = document.querySelector("#region-subject .wanted use")?.getAttribute("href").split("#")[1];
  for (const print of plate.querySelectorAll(".inked")) print.classList.toggle("wanted-here", print.dataset.symbol === sought);
}

function open() {
  source?.close();
  source = null;
  if (document.hidden) return;
  source = new EventSource("/virtual/stream");
  source.addEventListener("plate", shown);
}

function autoplay() {
  plays(!playing);
  post("autoplay", { on: playing });
}

// A piece is held to the reader that is not there.
function showPiece(event) {
  event.preventDefault();
  const { piece, code } = event.target.elements;
  post("show", { code: code.value.trim() || piece.value });
  code.value = "";
  at("to-show").open = false;
}

function plays(on) {
  if (on === playing) return;
  playing = on;
  const button = at("autoplay");
  button.setAttribute("aria-pressed", String(playing));
  button.textContent = playing ? button.dataset.stop : button.dataset.play;
  nudge();
}

function hands() {
  for (const element of plate.querySelectorAll(".magician")) {
    const magician = new Magician(element);
    magicians.set(magician.seat, magician);
    element.addEventListener("pointerdown", (event) => take(magician, event));
    element.addEventListener("pointermove", (event) => drag(magician, event));
    element.addEventListener("pointerup", () => letGo(magician));
    element.addEventListener("pointercancel", () => letGo(magician));
    element.addEventListener("focus", () => choose(magician));
    element.addEventListener("keydown", (event) => {
      if (!(event.key in ARROWS)) return;
      event.preventDefault();
      magician.step(...ARROWS[event.key]);
    });
  }
  for (const tray of plate.querySelectorAll(".tray")) {
    tray.addEventListener("click", () => fetchBall(tray.dataset.tray));
    tray.addEventListener("keydown", (event) => ["Enter", " "].includes(event.key) && (event.preventDefault(), fetchBall(tray.dataset.tray)));
  }
  at("die").addEventListener("click", () => post("roll").then(({ face: number }) => number && face(number)));
  at("draw").addEventListener("click", () => post("draw").then(({ symbol }) => symbol && chip(symbol)));
  at("lift").addEventListener("click", ({ currentTarget: button }) => button.setAttribute("aria-pressed", String(button.getAttribute("aria-pressed") !== "true")));
  at("autoplay").addEventListener("click", autoplay);
  at("show")?.addEventListener("submit", showPiece);
  setInterval(() => magicians.forEach((magician) => magician.report()), BATCH);
  document.addEventListener("drawn", () => (wanted(), nudge()));
  document.addEventListener("visibilitychange", open);
  addEventListener("pageshow", open);
  nudge();
}

if (plate) hands();
