import { stat } from 'node:fs/promises';
import { createServer } from 'node:net';
import { StopError } from '../platform/stop-error.ts';

/** Held until it is disposed or the process ends, however it ends. */
export type FolderLock = AsyncDisposable;

/** @throws StopError when another process holds it */
export async function lockFolder(path: string): Promise<FolderLock> {
  const { dev, ino } = await stat(path);
  // unix(7): a name that begins with a zero byte is in no folder and goes with its process, so it cannot be left over.
  const name = `\0gatewarden-gateway-${dev}-${ino}`;
  const server = createServer((socket) => socket.destroy());
  await new Promise<void>((resolve, reject) => {
    server.once('error', (cause: NodeJS.ErrnoException) => {
      const taken = cause.code === 'EADDRINUSE';
      const message = taken
        ? `Another gateway is running with the state folder ${path}; stop it first.`
        : cause.message;
      reject(new StopError('failed', message, { cause }));
    });
    server.listen(name, resolve);
  });
  server.unref();
  return { [Symbol.asyncDispose]: () => new Promise((resolve) => server.close(() => resolve())) };
}
