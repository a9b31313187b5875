import { connect } from 'node:net';

/** Runs in a client's namespace: exits with 0 if the service answers within the time, else with 1. */
const [host = '', port = '', milliseconds = ''] = process.argv.slice(2);
/** A lost first packet is sent again after a second, with growing delays; a new connection is faster. */
const retryMilliseconds = 400;

function tryOnce(): void {
  const socket = connect({ host, port: Number(port) });
  socket.on('error', () => undefined);
  socket.on('data', (data) => process.exit(data.toString() === 'hello' ? 0 : 1));
}

setTimeout(() => process.exit(1), Number(milliseconds));
setInterval(tryOnce, retryMilliseconds);
tryOnce();
