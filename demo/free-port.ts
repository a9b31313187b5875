import { once } from 'node:events';
import { createServer } from 'node:net';

/** The wanted port if it is free, otherwise any free port; 0 means any. */
export async function freePort(wanted: number, host?: string): Promise<number> {
  const server = createServer();
  try {
    server.listen({ port: wanted, ...(host && { host }) });
    await once(server, 'listening');
    const address = server.address();
    return typeof address === 'object' && address ? address.port : 0;
  } catch (error) {
    if (wanted === 0) throw error;
    return freePort(0, host);
  } finally {
    server.close();
  }
}
