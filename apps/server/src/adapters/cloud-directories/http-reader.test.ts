import { expect, it } from 'vitest';
import { respondWith, startService, toContent } from '../../../test/directories/directory-server.ts';
import { createOutbound } from '../../platform/outbound/outbound.ts';
import { createHttpReader } from './http-reader.ts';
import { waitTime } from './wait-time.ts';

const limits = { answerBytes: 1_000, totalBytes: 3_000, waitMilliseconds: 10_000 };

async function start(changes: { readonly answerMilliseconds?: number } = {}) {
  const service = await startService(toContent(1), () => ({ body: { text: 'x'.repeat(800) } }));
  const outbound = createOutbound({
    ...{ allow: ['127.0.0.1'], proxies: { forHttps: undefined, forHttp: undefined, except: [] } },
  });
  const waits: number[] = [];
  const reader = createHttpReader({
    ...{ outbound, limits: { ...limits, ...changes }, now: () => new Date('2030-01-01T00:00:00Z') },
    wait: async (milliseconds) => void waits.push(milliseconds),
  });
  const send = () => reader.send(new URL('/x', service.url), { headers: {} }, AbortSignal.timeout(10_000));
  return { ...service, waits, send };
}

it('gives up on a server that answers slowly, after a few attempts with growing pauses', async () => {
  await using service = await start({ answerMilliseconds: 200 });
  const slow = [1, 2, 3, 4].map(() => () => undefined);
  service.intercept(/x/, ...slow);
  await expect(service.send()).rejects.toMatchObject({ reason: 'timeout' });
  expect(service.waits).toEqual([1_000, 2_000, 4_000]);
});

it('limits an answer, and all answers together, whatever the server announces', async () => {
  await using service = await start();
  const chunk = Buffer.alloc(65_536, 'x');
  service.intercept(/x/, (_, response) => {
    // the reader closes the connection
    response.on('error', () => undefined);
    for (let sent = 0; sent < 200; sent += 1) response.write(chunk);
  });
  await expect(service.send()).rejects.toMatchObject({ reason: 'answer' });
  for (let count = 0; count < 3; count += 1) await service.send();
  await expect(service.send()).rejects.toMatchObject({ reason: 'too_large' });
});

it('waits no longer than the limit in total', async () => {
  await using service = await start();
  const limited = respondWith(429, {}, { 'retry-after': '6' });
  service.intercept(/x/, limited, limited);
  await expect(service.send()).rejects.toMatchObject({ reason: 'throttled' });
  expect(service.waits).toEqual([6_000]);
});

const third = { attempt: 2, isLimited: true, now: new Date('2030-01-01T00:00:00Z') };

it.each([
  [{ 'retry-after': '120' }, 120_000],
  [{ 'retry-after': 'Tue, 01 Jan 2030 00:00:30 GMT' }, 30_000],
  [{ 'retry-after': '0' }, 1_000],
  [{ 'retry-after': 'soon' }, 4_000],
  [{ 'x-rate-limit-reset': `${Date.parse('2030-01-01T00:00:09Z') / 1000}` }, 9_000],
  [{}, 4_000],
])('with %o, waits %d ms before the third attempt', (headers, milliseconds) => {
  expect(waitTime(new Headers(headers as Record<string, string>), third)).toBe(milliseconds);
});

it('waits until the limit is reset only if the answer limits requests', () => {
  const headers = new Headers({ 'x-rate-limit-reset': `${Date.parse('2030-01-01T00:00:50Z') / 1000}` });
  expect(waitTime(headers, { ...third, isLimited: false })).toBe(4_000);
});
