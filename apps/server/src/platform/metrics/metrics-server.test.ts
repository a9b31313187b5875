import { expect, it } from 'vitest';
import { createLog } from '../log/log.ts';
import { startMetricsServer } from './metrics-server.ts';

it('answers with 500 and logs the reason if the metrics cannot be read', async () => {
  const lines: string[] = [];
  const log = createLog('info', { write: (line: string) => void lines.push(line) });
  const registry = { contentType: 'text/plain', scrape: () => Promise.reject(new Error('no memory')) };
  const server = await startMetricsServer(registry, { port: 0, host: '127.0.0.1' }, log);

  const { status } = await fetch(`http://127.0.0.1:${server.port}/metrics`);
  await server.stop();

  expect(status).toBe(500);
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { level: 50, msg: 'the metrics could not be read', err: { message: 'no memory' } },
  ]);
});
