// How things move: only when the table moved, one thing at a time, and not at all for who asks for stillness.

const STEP = 280; // ms a field
const QUICK = 160; // ms for text that changes
const LONGEST = 4 * STEP; // ms; the way home from far off is not walked field by field
const PITCH = 80; // units of the drawing from field to field
const EASE = "cubic-bezier(.2, 0, .2, 1)";

const still = matchMedia("(prefers-reduced-motion: reduce)");
let busyUntil = 0;

export function fade(element) {
  if (!still.matches) element.animate([{ opacity: 0 }, { opacity: 1 }], { duration: QUICK, easing: EASE });
}

// From the old spot to the new one, along the fields that were walked where we know them.
export function glide(piece, from) {
  if (still.matches) return;
  const stops = way(piece, from);
  const duration = Math.min(LONGEST, STEP * length(stops));
  const now = performance.now();
  const delay = Math.max(0, busyUntil - now);
  busyUntil = now + delay + duration;
  const frames = stops.map(([x, y]) => ({ transform: `translate(${x}px, ${y}px)` }));
  piece.animate(frames, { duration, delay, easing: EASE, fill: "backwards" });
}

function way(piece, from) {
  const to = piece.dataset.spot;
  const walked = (piece.dataset.way ?? "").trim().split(" ");
  const start = walked.lastIndexOf(from);
  const known = start >= 0 && walked.at(-1) === to;
  return (known ? walked.slice(start) : [from, to]).map((spot) => spot.split(",").map(Number));
}

function length(stops) {
  const apart = ([x, y], [u, v]) => (Math.abs(x - u) + Math.abs(y - v)) / PITCH;
  return stops.slice(1).reduce((sum, stop, index) => sum + apart(stops[index], stop), 0) || 1;
}
