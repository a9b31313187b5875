// A web server for clients in a tunnel: a megabyte at every path, over IPv4 and IPv6.
import { createServer } from 'node:http';

const body = Buffer.alloc(1_000_000, 'gatewarden ');
const server = createServer((_request, response) => response.end(body));
server.listen(0, '::', () => {
  const address = server.address();
  if (typeof address === 'object' && address) process.stdout.write(`listening on ${address.port}\n`);
});
