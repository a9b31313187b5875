import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { expect, it, onTestFinished, vi } from 'vitest';
import { createDownloadLimit } from './download-limit.ts';

/** A stream of a file, of which this many bytes were read. */
async function givenStream(bytes: number) {
  const stream = createReadStream(process.execPath, { end: bytes - 1, autoClose: false });
  onTestFinished(() => void stream.destroy());
  stream.resume();
  await once(stream, 'end');
  return stream;
}

/** Downloads in their order, and which of them were ended. */
function givenLimit() {
  vi.useFakeTimers({ toFake: ['performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const limit = createDownloadLimit();
  const responses: ServerResponse[] = [];
  return {
    async download(origin: string, { bytes = 1_000_000, network = origin } = {}) {
      limit.makeRoom({ origin, network });
      const response = new ServerResponse(new IncomingMessage(new Socket()));
      limit.add({ origin, network }, await givenStream(bytes), response);
      responses.push(response);
    },
    ended: () => responses.flatMap(({ destroyed }, nth) => (destroyed ? [nth] : [])),
  };
}

const full = { code: 'rate_limited' };

it('an origin has eight downloads, of which only a stalled one ends for another', async () => {
  const { download, ended } = givenLimit();
  const bytesRead = [1_000_000, 400_000, 1_000_000, 1, 1_000_000, 1_000_000, 1_000_000, 1_000_000];
  for (const bytes of bytesRead) await download('192.0.2.1', { bytes });
  await expect(download('192.0.2.1')).rejects.toMatchObject(full);
  vi.advanceTimersByTime(10_000);
  await download('192.0.2.1');
  await download('192.0.2.1');
  await expect(download('192.0.2.1')).rejects.toMatchObject(full);
  // 400 kB in ten seconds are stalled, 1 MB are not
  expect(ended()).toEqual([1, 3]);
});

it('an origin with few downloads ends one of the origin that has most when there is no room', async () => {
  const { download, ended } = givenLimit();
  // the slowest is that of an honest client
  await download('192.0.2.9', { bytes: 1 });
  for (let nth = 0; nth < 8; nth += 1) await download('192.0.2.1');
  for (let nth = 0; nth < 7; nth += 1) await download('192.0.2.2');
  await download('192.0.2.10');
  expect(ended()).toHaveLength(1);
  for (let nth = 0; nth < 3; nth += 1) await download('192.0.2.10');
  // of 8 and 7, at least 5 are left: a fifth of another origin would not be fairer
  expect(ended()).toHaveLength(4);
  expect(ended()).not.toContain(0);
});

it('one download of each of many origins is not ended for another one', async () => {
  const { download, ended } = givenLimit();
  for (let nth = 0; nth < 16; nth += 1) await download(`192.0.2.${nth}`);
  vi.advanceTimersByTime(10_000);
  await expect(download('192.0.2.99')).rejects.toMatchObject(full);
  expect(ended()).toEqual([]);
});

it('a network with few downloads ends one of the network that has most, whatever its origins', async () => {
  const { download, ended } = givenLimit();
  for (let nth = 0; nth < 8; nth += 1) await download('192.0.2.1');
  const network = '2001:db8::/48';
  for (let nth = 0; nth < 8; nth += 1) await download(`2001:db8:0:${nth}::/64`, { network });
  await expect(download('2001:db8:0:9::/64', { network })).rejects.toMatchObject(full);
  expect(ended()).toEqual([]);
  await download('192.0.2.2');
  await download('192.0.2.3');
  expect(ended()).toHaveLength(2);
});
