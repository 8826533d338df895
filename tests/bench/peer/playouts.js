/* Random games of the labyrinth through boardgame.io's own reducer: node playouts.js MS

   No server, store or network: the reducer alone, which is the fastest way boardgame.io
   has to play a move. Choosing the move from the open ones is part of the time. */
'use strict';

const { CreateGameReducer, InitializeGame } = require('boardgame.io/internal');
const { Labyrinth } = require('./game.js');

const PLAYERS = 4;
const WARM_UP = 1000; // ms before counting; V8 compiles hot functions meanwhile

const reducer = CreateGameReducer({ game: Labyrinth });

/* Numbers from 0 to 1, the same in every run: a linear congruential generator. */
function chance(seed) {
  let state = seed;
  return () => (state = (Math.imul(state, 1664525) + 1013904223) >>> 0) / 2 ** 32;
}

function playOne(state, random) {
  const open = Labyrinth.ai.enumerate(state.G, state.ctx);
  const { move, args } = open[Math.floor(random() * open.length)];
  const payload = { type: move, args, playerID: state.ctx.currentPlayer };
  const next = reducer(state, { type: 'MAKE_MOVE', payload });
  if (next._stateID === state._stateID) throw new Error(`${move} ${args} was open, but refused`);
  return next;
}

function playFor(milliseconds, random) {
  const begun = performance.now();
  let [moves, games, elapsed] = [0, 0, 0];
  while (elapsed < milliseconds) {
    let state = InitializeGame({ game: Labyrinth, numPlayers: PLAYERS });
    while (state.ctx.gameover === undefined && elapsed < milliseconds) {
      state = playOne(state, random);
      moves += 1;
      elapsed = performance.now() - begun;
    }
    if (state.ctx.gameover !== undefined) games += 1;
  }
  return { moves, games, per_s: Math.round((moves * 1000) / elapsed) };
}

const random = chance(1);
playFor(WARM_UP, random);
console.log(JSON.stringify(playFor(Number(process.argv[2] ?? 3000), random)));
