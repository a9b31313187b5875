// Sends the first packet of each connection that its argument lists, as JSON: UDP datagrams and TCP connection requests.
import { createSocket } from 'node:dgram';
import { connect } from 'node:net';

interface FirstPacket {
  readonly address: string;
  readonly protocol: 'tcp' | 'udp';
  readonly port: number;
}

const packets: FirstPacket[] = JSON.parse(process.argv[2] ?? '[]');
for (const { address, protocol, port } of packets) {
  if (protocol === 'udp') await sendDatagram(address, port);
  else await requestConnection(address, port);
}

function sendDatagram(address: string, port: number): Promise<void> {
  const socket = createSocket(address.includes(':') ? 'udp6' : 'udp4');
  return new Promise((resolve) => {
    socket.send('x', port, address, () => socket.close(() => resolve()));
  });
}

/** The request is sent when the call returns; an answer is not awaited. */
function requestConnection(host: string, port: number): Promise<void> {
  const socket = connect({ host, port });
  socket.on('error', () => undefined);
  return new Promise((resolve) => {
    setImmediate(() => {
      socket.destroy();
      resolve();
    });
  });
}
