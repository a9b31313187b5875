import { WebSocket } from 'ws';
import type { TestServer } from './harness.ts';

export interface EdgeSocket extends AsyncDisposable {
  /** The messages so far. */
  readonly messages: readonly unknown[];
  /** The code with which the server ended the socket. */
  readonly closed: Promise<number>;
  close(): void;
}

/** Opens a socket of the listener for clients, or returns the status with which that is refused; 0 if the connection is closed. */
export async function openEdgeSocket(
  { edgePort }: Pick<TestServer, 'edgePort'>,
  pathAndQuery: string,
  address = '2001:db8:3::1',
): Promise<EdgeSocket | number> {
  const socket = new WebSocket(`ws://127.0.0.1:${edgePort}/api/v1${pathAndQuery}`, {
    headers: { 'x-forwarded-for': address },
  });
  const messages: unknown[] = [];
  socket.on('message', (data) => void messages.push(JSON.parse(String(data))));
  socket.on('error', () => undefined);
  const closed = new Promise<number>((resolve) => void socket.on('close', resolve));
  const refused = await new Promise<number | undefined>((resolve) => {
    socket.on('open', () => resolve(undefined));
    socket.on('unexpected-response', (_request, { statusCode = 0 }) => resolve(statusCode));
    socket.on('close', () => resolve(0));
  });
  if (refused !== undefined) {
    socket.terminate();
    return refused;
  }
  return {
    messages,
    closed,
    close: () => socket.close(),
    async [Symbol.asyncDispose]() {
      socket.terminate();
      await closed;
    },
  };
}
