// Transfers bytes over TCP between two network namespaces: `receive <bytes>` listens on port 5201 until it has received
// them and prints the seconds from the first byte to the last; `send <address> <bytes>` sends them.

import { connect, createServer, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';

const port = 5201;
const chunk = Buffer.alloc(1 << 20);
const [, , role, ...rest] = process.argv;
if (role === 'receive') receive(Number(rest[0]));
else await send(rest[0] ?? '', Number(rest[1]));

function receive(bytes: number): void {
  const server = createServer((socket) => {
    let received = 0;
    let startedAt: number | undefined;
    socket.on('data', ({ length }) => {
      startedAt ??= performance.now();
      received += length;
      if (received < bytes) return;
      process.stdout.write(`${(performance.now() - startedAt) / 1000}\n`);
      socket.destroy();
      server.close();
    });
    socket.on('error', () => undefined);
  });
  server.listen(port, '::');
}

async function send(address: string, bytes: number): Promise<void> {
  const socket = await connected(address);
  socket.on('error', () => undefined);
  for (let sent = 0; sent < bytes; sent += chunk.length) {
    if (!socket.write(chunk)) await new Promise((resolve) => socket.once('drain', resolve));
  }
  socket.end();
}

/** Tries until the other side listens. */
async function connected(address: string): Promise<Socket> {
  for (;;) {
    const socket = connect(port, address);
    const isOpen = await new Promise<boolean>((resolve) => {
      socket.once('connect', () => resolve(true));
      socket.once('error', () => resolve(false));
    });
    if (isOpen) return socket;
    await wait(10);
  }
}
