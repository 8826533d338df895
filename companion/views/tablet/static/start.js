// Small courtesies of the start page: nobody gets a colour or a corner twice, two players sit opposite.
// Without this the page works as well; then the table says what does not go.

const CLOCKWISE = ["a1", "f1", "f6", "a6"];
const OPPOSITE = ["a1", "f6", "f1", "a6"];

const rows = [...document.querySelectorAll(".player")];
const radios = (row, kind) => [...row.querySelectorAll(`[name^=${kind}_]`)];
const chosen = (row, kind) => radios(row, kind).find((radio) => radio.checked)?.value;
let byHand = false;

function choose(row, kind, value) {
  for (const radio of radios(row, kind)) radio.checked = radio.value === value;
}

// Whoever had what was taken gets what became free.
function swap(kind, row, before) {
  const other = rows.find((one) => one !== row && chosen(one, kind) === chosen(row, kind));
  if (other) choose(other, kind, before);
}

// Whoever plays sits down first; empty chairs take what is left.
function seatAll() {
  const plays = (row) => row.querySelector(".called input").value.trim() !== "";
  const playing = rows.filter(plays);
  const corners = playing.length > 2 ? CLOCKWISE : OPPOSITE;
  const inOrder = [...playing, ...rows.filter((row) => !plays(row))];
  if (!byHand) inOrder.forEach((row, index) => choose(row, "corner", corners[index]));
}

for (const row of rows) {
  for (const kind of ["seat", "corner"]) {
    let before = chosen(row, kind);
    row.addEventListener("pointerdown", () => (before = chosen(row, kind)));
    row.addEventListener("keydown", () => (before = chosen(row, kind)));
    row.addEventListener("change", (event) => {
      if (!event.target.name.startsWith(kind)) return;
      byHand ||= kind === "corner";
      swap(kind, row, before);
    });
  }
  row.querySelector(".called input").addEventListener("input", seatAll);
}
document.addEventListener("drawn", seatAll); // somebody sat down with a phone
seatAll();
