import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { expect, it } from 'vitest';
import { createTestClock } from '../../test/test-clock.ts';
import { readConfig } from '../platform/config/config.ts';
import type { Database } from '../platform/database/database.ts';
import { createLog } from '../platform/log/log.ts';
import { StartError } from '../platform/start-error.ts';
import { createCalls, startEdge } from './edge.ts';

async function startOnUsedPort(isEdgePortDefault: boolean) {
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  const { port } = other.address() as AddressInfo;
  const logged: string[] = [];
  const log = createLog('info', { write: (line: string) => void logged.push(line) });
  const config = {
    ...readConfig({ GATEWARDEN_EDGE_PORT: `${port}`, GATEWARDEN_EDGE_HOST: '127.0.0.1' }),
    isEdgePortDefault,
  };
  const calls = createCalls({ all: [] }, { db: {} as Database, clock: createTestClock(), log });
  const dependencies = { config, log, address: { edgeUrl: '' }, tls: undefined };
  try {
    return { edge: await startEdge(calls, dependencies), logged: logged.join('') };
  } finally {
    other.close();
  }
}

it('starts without the listener if another program uses the default port, and logs that', async () => {
  const { edge, logged } = await startOnUsedPort(true);
  expect(edge).toBeUndefined();
  expect(logged).toContain('core does not listen for clients, because another program uses the port');
});

it('does not start if another program uses a port that is configured', async () => {
  await expect(startOnUsedPort(false)).rejects.toThrow(StartError);
});
