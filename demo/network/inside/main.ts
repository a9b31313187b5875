// Opens a socket in the network namespace that this runs in and hands it to the process that started it, which uses it
// from where it is. `main.ts listen <port>` or `main.ts connect <host> <port>`
import { connect, createServer } from 'node:net';

const [kind, ...rest] = process.argv.slice(2);

if (kind === 'listen') {
  const server = createServer();
  server.listen(Number(rest[0]), '::', () => hand(server));
} else {
  const [host = '', port] = rest;
  const socket = connect(Number(port), host, () => hand(socket));
}

function hand(socket: ReturnType<typeof createServer> | ReturnType<typeof connect>): void {
  process.send?.('open', socket, {}, () => process.disconnect());
}
