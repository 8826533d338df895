/* A real boardgame.io server with the labyrinth, on this machine only: node server.js PORT

   Port 0 takes a free one. One line of JSON says where it listens and what runs in it;
   it ends when its standard input is closed, so that it never outlives who started it. */
'use strict';

const { Server } = require('boardgame.io/server');
const { Labyrinth } = require('./game.js');

const version = (name) => require(`${name}/package.json`).version;

async function main(port) {
  const server = Server({ games: [Labyrinth], origins: [] });
  // boardgame.io hands `port` to listen() as it is; so it may also name the host.
  const running = await server.run({ port: { host: '127.0.0.1', port } });
  process.stdin.resume().on('end', () => process.exit(0));
  const versions = {
    'boardgame.io': version('boardgame.io'),
    'socket.io': version('socket.io'),
    'koa-compose': version('koa-compose'),
    node: process.versions.node,
  };
  console.log(JSON.stringify({ port: running.appServer.address().port, versions }));
}

main(Number(process.argv[2] ?? 0));
