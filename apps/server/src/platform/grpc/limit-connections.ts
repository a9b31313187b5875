import type { Server, Socket } from 'node:net';

/** More gateways than anybody runs behind one address. */
const maxPerAddress = 256;
const maxConnections = 4096;
/** Handshakes cost us arithmetic and the other side nothing, so they are counted apart. */
const maxHandshakesPerAddress = 32;
const maxHandshakes = 512;

/** Hangs up at once on whoever opens more connections than the limits. The server must speak TLS. */
export function limitConnections(server: Server): void {
  const open = new Map<string, number>();
  const shaking = new Map<string, string>();
  server.maxConnections = maxConnections;

  server.on('connection', (socket: Socket) => {
    const address = socket.remoteAddress ?? '';
    const handshakes = [...shaking.values()].filter((other) => other === address).length;
    const count = open.get(address) ?? 0;
    if (count >= maxPerAddress || handshakes >= maxHandshakesPerAddress || shaking.size >= maxHandshakes) {
      socket.destroy();
      return;
    }
    const name = nameOf(socket);
    shaking.set(name, address);
    open.set(address, count + 1);
    socket.once('close', () => {
      shaking.delete(name);
      const left = (open.get(address) ?? 1) - 1;
      if (left > 0) open.set(address, left);
      else open.delete(address);
    });
  });
  server.on('secureConnection', (socket: Socket) => shaking.delete(nameOf(socket)));
}

/** The same for a TLS connection and the TCP connection below it. */
function nameOf({ remoteAddress, remotePort }: Socket): string {
  return `${remoteAddress} ${remotePort}`;
}
