import { type AddressInfo, connect, createServer } from 'node:net';

/**
 * Runs in a namespace, which the test process cannot enter: forwards connections to core's Unix socket, which exists in
 * every namespace, and provides the service that clients reach through the tunnel. Prints its ports.
 */
const core = createServer((socket) => {
  const onward = connect(process.argv[2] ?? '');
  socket.on('error', () => onward.destroy());
  onward.on('error', () => socket.destroy());
  socket.pipe(onward).pipe(socket);
  socket.on('close', () => onward.destroy());
  onward.on('close', () => socket.destroy());
});
const service = createServer((socket) => {
  socket.on('error', () => undefined);
  socket.end('hello');
});

const portOf = (server: typeof core) => (server.address() as AddressInfo).port;
core.listen(0, '::', () =>
  service.listen(0, '::', () =>
    process.stdout.write(`${JSON.stringify({ core: portOf(core), service: portOf(service) })}\n`),
  ),
);
