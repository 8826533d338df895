/* The labyrinth on boardgame.io keeps the book: node --test

   Each test plays through boardgame.io's own reducer and expects what the book says;
   L1 … L9 are the cases of our own rules' tests. */
'use strict';

const test = require('node:test');
const assert = require('node:assert/strict');
const { CreateGameReducer, InitializeGame } = require('boardgame.io/internal');
const { Labyrinth, FIELDS, SYMBOLS } = require('./game.js');

const reducer = CreateGameReducer({ game: Labyrinth });

/* A match of so many players, with pieces put where the test wants them. */
function match(numPlayers, change = () => {}) {
  const state = structuredClone(InitializeGame({ game: Labyrinth, numPlayers }));
  change(state.G);
  return state;
}

function act(state, type, ...args) {
  const payload = { type, args, playerID: state.ctx.currentPlayer };
  return reducer(state, { type: 'MAKE_MOVE', payload });
}

const play = (state, ...moves) =>
  moves.reduce((before, move) => {
    const after = act(before, ...move);
    assert.equal(after._stateID, before._stateID + 1, `${move.join(' ')} was refused`);
    return after;
  }, state);

const refuses = (state, ...move) => {
  const after = act(state, ...move);
  assert.equal(after._stateID, state._stateID, `${move.join(' ')} was taken`);
  assert.deepEqual(after.G, state.G);
};

const on = (G, field) => G.symbols[field];

test('24 symbols lie on 24 of 36 fields and the corners are blank', () => {
  const { G } = match(4);
  assert.equal(FIELDS.length, 36);
  assert.deepEqual(Object.values(G.symbols).filter(Boolean).sort(), [...SYMBOLS].sort());
  assert.equal(new Set(SYMBOLS).size, 24);
  assert.deepEqual(G.seats.map((seat) => on(G, seat.corner)), [null, null, null, null]);
});

test('L9: two players begin in opposite corners', () => {
  assert.deepEqual(match(2).G.seats.map((seat) => seat.standing), ['a1', 'f6']);
});

test('L1: reaching the wanted symbol gives the chip and ends the walk', () => {
  const begun = match(2);
  const symbol = on(begun.G, 'c1');
  const won = play(begun, ['draw', symbol], ['roll', 3], ['walk', 'b1'], ['walk', 'c1']);
  assert.deepEqual(won.G.seats[0].chips, [symbol]);
  refuses(won, 'walk', 'd1');
  const next = play(won, ['draw', on(won.G, 'f2')]);
  assert.equal(next.ctx.currentPlayer, '1');
  assert.equal(next.G.wanted, on(next.G, 'f2'));
});

test('L2: at a wall the magician goes back to the corner and the turn is over', () => {
  const begun = match(2);
  const fallen = play(begun, ['draw', on(begun.G, 'e6')], ['roll', 4], ['walk', 'a2'], ['fall']);
  assert.equal(fallen.G.seats[0].standing, 'a1');
  assert.equal(fallen.ctx.currentPlayer, '1');
});

test('L3 and L4: whoever stands on a drawn symbol gets it, again and again', () => {
  const begun = match(3, (G) => {
    G.seats[1].standing = 'c2';
    G.seats[2].standing = 'd5';
  });
  const drawn = play(begun, ['draw', on(begun.G, 'c2')], ['draw', on(begun.G, 'd5')]);
  assert.deepEqual(drawn.G.seats.map((seat) => seat.chips.length), [0, 1, 1]);
  refuses(drawn, 'roll', 3);
  assert.equal(play(drawn, ['draw', on(begun.G, 'a3')]).G.step, 'roll');
});

test('L5: of two on the drawn symbol the second gets the next chip from the bag', () => {
  const begun = match(3, (G) => {
    G.seats[1].standing = 'c2';
    G.seats[2].standing = 'c2';
  });
  const [first, second] = [on(begun.G, 'c2'), on(begun.G, 'a3')];
  const drawn = play(begun, ['draw', first], ['draw', second]);
  assert.deepEqual(drawn.G.seats.map((seat) => seat.chips), [[], [first], [second]]);
  assert.equal(drawn.G.wanted, null);
});

test('chips are due in turn order, beginning with the active player', () => {
  const begun = match(3, (G) => {
    G.seats[0].standing = 'c2';
    G.seats[2].standing = 'c2';
  });
  const [own, first, second] = ['f2', 'c2', 'a3'].map((field) => on(begun.G, field));
  const stopped = play(begun, ['draw', own], ['roll', 1], ['stop']);
  const won = play(stopped, ['roll', 1], ['walk', 'f2'], ['draw', first], ['draw', second]);
  assert.deepEqual(won.G.seats.map((seat) => seat.chips), [[second], [own], [first]]);
});

test('L6: the fifth chip wins at once', () => {
  const begun = match(2, (G) => {
    G.seats[0].chips = G.bag.splice(-4);
  });
  const won = play(begun, ['draw', on(begun.G, 'b1')], ['roll', 2], ['walk', 'b1']);
  assert.deepEqual(won.ctx.gameover, { winner: '0' });
  refuses(won, 'draw', won.G.bag[0]);
});

test('L7: others may be passed, but the walk may not end on them', () => {
  const begun = match(2, (G) => {
    G.seats[1].standing = 'b1';
  });
  const drawn = play(begun, ['draw', on(begun.G, 'e6')]);
  refuses(play(drawn, ['roll', 1]), 'walk', 'b1');
  const passing = play(drawn, ['roll', 2], ['walk', 'b1']);
  refuses(passing, 'stop');
  assert.equal(play(passing, ['walk', 'c1']).ctx.currentPlayer, '1');
});

test('a magician may stay where he is, and stop before the steps are used up', () => {
  const begun = match(2);
  const drawn = play(begun, ['draw', on(begun.G, 'e6')]);
  assert.equal(play(drawn, ['roll', 4], ['stop']).ctx.currentPlayer, '1');
  assert.equal(play(drawn, ['roll', 4], ['walk', 'a2'], ['stop']).ctx.currentPlayer, '1');
});

test('two magicians may share a corner after a fall', () => {
  const begun = match(2, (G) => {
    G.seats[1].standing = 'a1';
    G.seats[0].standing = 'b2';
  });
  const fallen = play(begun, ['draw', on(begun.G, 'e6')], ['roll', 4], ['fall']);
  assert.deepEqual(fallen.G.seats.map((seat) => seat.standing), ['a1', 'a1']);
  assert.equal(play(fallen, ['roll', 1], ['stop']).ctx.currentPlayer, '0');
});

test('steps are to neighbours, on the board, one after the roll and no more than rolled', () => {
  const begun = match(2);
  const drawn = play(begun, ['draw', on(begun.G, 'e6')]);
  refuses(drawn, 'walk', 'b1');
  const rolled = play(drawn, ['roll', 2]);
  for (const field of ['b2', 'c1', 'a1', 'a0', 'f6', undefined]) refuses(rolled, 'walk', field);
  const walked = play(rolled, ['walk', 'b1'], ['walk', 'c1']);
  refuses(walked, 'walk', 'd1');
  assert.equal(walked.ctx.currentPlayer, '1');
});

test('only faces of the die are rolled and only chips of the bag are drawn', () => {
  const begun = match(2);
  refuses(begun, 'draw', 'dragon');
  refuses(begun, 'roll', 2);
  const drawn = play(begun, ['draw', on(begun.G, 'b1')]);
  refuses(drawn, 'draw', on(begun.G, 'e6'));
  for (const face of [0, 5, 6, '2', undefined]) refuses(drawn, 'roll', face);
  refuses(drawn, 'stop');
  refuses(drawn, 'fall');
  const won = play(drawn, ['roll', 1], ['walk', 'b1']);
  refuses(won, 'draw', on(begun.G, 'b1'));
});

test('nobody moves out of turn', () => {
  const begun = match(2);
  const drawn = play(begun, ['draw', on(begun.G, 'e6')]);
  const payload = { type: 'roll', args: [2], playerID: '1' };
  assert.equal(reducer(drawn, { type: 'MAKE_MOVE', payload })._stateID, drawn._stateID);
});

test('every move of random games is taken as listed, and games come to an end', () => {
  const symbols = new Set(SYMBOLS);
  for (let seed = 1; seed <= 3; seed += 1) {
    let state = match(4);
    for (let turn = seed; state.ctx.gameover === undefined; turn = (turn * 48271) % 2147483647) {
      const open = Labyrinth.ai.enumerate(state.G, state.ctx);
      const { move, args } = open[turn % open.length];
      state = play(state, [move, ...args]);
    }
    const { G, ctx } = state;
    const chips = [...G.bag, ...G.seats.flatMap((seat) => seat.chips)];
    assert.deepEqual(new Set(chips), symbols);
    assert.equal(chips.length, 24);
    assert.equal(G.seats[ctx.gameover.winner].chips.length, 5);
  }
});
