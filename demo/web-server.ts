// A web server behind a tunnel: answers with as many bytes as the path says, and discards the request body.
import { createServer } from 'node:http';

const most = 1_000_000;
const body = Buffer.alloc(most, 'gatewarden ');
const server = createServer((request, response) => {
  request.resume();
  request.once('end', () => response.end(body.subarray(0, Number(request.url?.slice(1)) || 0)));
});
server.listen(0, '::', () => {
  const address = server.address();
  if (typeof address === 'object' && address) process.stdout.write(`listening on ${address.port}\n`);
});
