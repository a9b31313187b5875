import { connect } from 'node:net';
import { listenLocally } from './listen-locally.ts';

/** A free port of 127.0.0.1 whose connections are those of a Unix socket, which may appear later. */
export function forwardToSocket(path: string): Promise<AsyncDisposable & { readonly port: number }> {
  return listenLocally((client) => {
    const upstream = connect({ path });
    // `close` follows
    upstream.on('error', () => undefined);
    client.pipe(upstream).pipe(client);
    client.on('close', () => upstream.destroy());
    upstream.on('close', () => client.destroy());
  });
}
