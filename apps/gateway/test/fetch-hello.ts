import { connect } from 'node:net';

/** Runs inside a client's namespace: exits with 0 when the service answers within the time, else with 1. */
const [host = '', port = '', milliseconds = ''] = process.argv.slice(2);
/** A lost first packet is sent again only after a second, and then ever later; a new connection is quicker. */
const retryMilliseconds = 400;

function tryOnce(): void {
  const socket = connect({ host, port: Number(port) });
  socket.on('error', () => undefined);
  socket.on('data', (data) => process.exit(data.toString() === 'hello' ? 0 : 1));
}

setTimeout(() => process.exit(1), Number(milliseconds));
setInterval(tryOnce, retryMilliseconds);
tryOnce();
