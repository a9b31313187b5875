// Sends a datagram to port 9 of each address of its arguments every millisecond, in turn, until it is terminated.
import { createSocket } from 'node:dgram';

const socket = createSocket('udp4');
// without a route while an interface is missing
socket.on('error', () => undefined);
setInterval(() => {
  for (const address of process.argv.slice(2)) socket.send('x', 9, address, () => undefined);
}, 1);
