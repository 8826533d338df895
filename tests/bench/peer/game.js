/* The Magic Labyrinth as a boardgame.io game, so that both servers keep the same rules.

   What the world does comes in from outside, as in our own rules: the chip drawn, the
   face rolled, the ball fallen. A move that is not allowed changes nothing and answers
   INVALID_MOVE; what is allowed is said once, in the predicates, for moves and enumerate. */
'use strict';

const { INVALID_MOVE } = require('boardgame.io/core');

const COLUMNS = [...'abcdef'];
const ROWS = [...'123456'];
const FIELDS = ROWS.flatMap((row) => COLUMNS.map((column) => column + row));

const FACES = [1, 2, 2, 3, 3, 4];
const CHIPS_TO_WIN = 5;

// Clockwise; two players sit at opposite corners.
const CORNERS = { 2: ['a1', 'f6'], 3: ['a1', 'f1', 'f6'], 4: ['a1', 'f1', 'f6', 'a6'] };
const COLOURS = ['red', 'blue', 'yellow', 'green'];

// The book shows 24 chips; which fields carry them it leaves to a picture. Ours are made up.
const BLANK = ['a1', 'f1', 'a6', 'f6', 'b2', 'e2', 'b5', 'e5', 'c3', 'd3', 'c4', 'd4'];
const SYMBOLS = [
  'acorn', 'anchor', 'apple', 'bat', 'bell', 'book', 'broom', 'candle',
  'cauldron', 'clover', 'crown', 'drum', 'feather', 'frog', 'ghost', 'hat',
  'key', 'lantern', 'moon', 'mushroom', 'owl', 'ring', 'spider', 'sword',
];

const isBeside = (one, other) =>
  Math.abs(one.charCodeAt(0) - other.charCodeAt(0)) +
    Math.abs(one.charCodeAt(1) - other.charCodeAt(1)) === 1;

const NEIGHBOURS = Object.fromEntries(
  FIELDS.map((field) => [field, FIELDS.filter((other) => isBeside(field, other))]),
);

function symbolsOfFields() {
  const chips = [...SYMBOLS];
  return Object.fromEntries(
    FIELDS.map((field) => [field, BLANK.includes(field) ? null : chips.shift()]),
  );
}

function setup({ ctx }) {
  const seats = CORNERS[ctx.numPlayers].map((corner, place) => ({
    seat: COLOURS[place], corner, standing: corner, chips: [],
  }));
  return {
    symbols: symbolsOfFields(), seats, bag: [...SYMBOLS],
    wanted: null, due: [], walk: null, step: 'draw',
  };
}

const active = (ctx) => Number(ctx.currentPlayer);

const isTaken = (G, place, field) =>
  G.seats.some((seat, other) => other !== place && seat.standing === field);

/* Others may be passed; only where the walk ends must be free. */
function mayWalk(G, place, field) {
  if (G.step !== 'walk' || !NEIGHBOURS[G.seats[place].standing].includes(field)) return false;
  const ends = G.walk.left === 1 || G.symbols[field] === G.wanted;
  return !(ends && isTaken(G, place, field));
}

/* Staying put is allowed even in a corner shared after a fall. */
const mayStop = (G, place) =>
  G.step === 'walk' &&
  (G.walk.path.length === 1 || !isTaken(G, place, G.seats[place].standing));

const mayDraw = (G, symbol) => G.step === 'draw' && G.bag.includes(symbol);
const mayRoll = (G, face) => G.step === 'roll' && FACES.includes(face);

/* Who stands on the symbol, in turn order, the active player first. */
const standingOn = (G, place, symbol) =>
  G.seats
    .map((_, after) => (place + after) % G.seats.length)
    .filter((other) => G.symbols[G.seats[other].standing] === symbol);

/* The first who stands on the new chip gets it, every further one a chip from the bag. */
function openChip(G, place, symbol) {
  const [first, ...others] = standingOn(G, place, symbol);
  if (first === undefined) {
    G.wanted = symbol;
    G.step = G.walk === null ? 'roll' : 'done';
  } else {
    G.seats[first].chips.push(symbol);
    G.due = others;
  }
}

function draw({ G, ctx }, symbol) {
  if (!mayDraw(G, symbol)) return INVALID_MOVE;
  G.bag.splice(G.bag.indexOf(symbol), 1);
  if (G.due.length > 0) G.seats[G.due.shift()].chips.push(symbol);
  else openChip(G, active(ctx), symbol);
}

function roll({ G, ctx }, face) {
  if (!mayRoll(G, face)) return INVALID_MOVE;
  G.walk = { face, left: face, path: [G.seats[active(ctx)].standing] };
  G.step = 'walk';
}

function walk({ G, ctx }, field) {
  const place = active(ctx);
  if (!mayWalk(G, place, field)) return INVALID_MOVE;
  G.seats[place].standing = field;
  G.walk.path.push(field);
  G.walk.left -= 1;
  if (G.symbols[field] === G.wanted) takeChip(G, place);
  else if (G.walk.left === 0) G.step = 'done';
}

function takeChip(G, place) {
  G.seats[place].chips.push(G.wanted);
  G.wanted = null;
  G.walk.left = 0;
  G.step = 'draw';
}

function stop({ G, ctx }) {
  if (!mayStop(G, active(ctx))) return INVALID_MOVE;
  G.step = 'done';
}

function fall({ G, ctx }) {
  if (G.step !== 'walk') return INVALID_MOVE;
  const seat = G.seats[active(ctx)];
  seat.standing = seat.corner;
  G.step = 'done';
}

function nextTurn({ G }) {
  G.walk = null;
  G.step = 'roll';
}

function winner({ G }) {
  const place = G.seats.findIndex((seat) => seat.chips.length >= CHIPS_TO_WIN);
  return place < 0 ? undefined : { winner: String(place) };
}

const stepsOpen = (G, place) =>
  NEIGHBOURS[G.seats[place].standing]
    .filter((field) => mayWalk(G, place, field))
    .map((field) => ({ move: 'walk', args: [field] }));

/* Every move open now; the die's faces as often as the die has them. */
const OPEN = {
  draw: (G) => G.bag.map((symbol) => ({ move: 'draw', args: [symbol] })),
  roll: () => FACES.map((face) => ({ move: 'roll', args: [face] })),
  walk: (G, place) => [
    ...stepsOpen(G, place),
    ...(mayStop(G, place) ? [{ move: 'stop', args: [] }] : []),
    { move: 'fall', args: [] },
  ],
};

const Labyrinth = {
  name: 'labyrinth',
  minPlayers: 2,
  maxPlayers: 4,
  setup,
  moves: { draw, roll, walk, stop, fall },
  turn: { endIf: ({ G }) => G.step === 'done', onEnd: nextTurn },
  endIf: winner,
  ai: { enumerate: (G, ctx) => OPEN[G.step](G, active(ctx)) },
};

module.exports = { Labyrinth, FIELDS, SYMBOLS };
