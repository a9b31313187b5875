import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createRecordLog } from './record-log.ts';

async function givenLog() {
  const folder = await mkdtemp(join(tmpdir(), 'gateway-log-'));
  const path = join(folder, 'log');
  const log = createRecordLog(path);
  const texts = async () => (await log.read()).records.map((record) => Buffer.from(record).toString());
  return { path, log, texts, [Symbol.asyncDispose]: () => rm(folder, { recursive: true }) };
}

describe('createRecordLog', () => {
  it('reads an empty log if there is no file', async () => {
    await using given = await givenLog();
    expect(await given.log.read()).toEqual({ records: [], intact: true });
  });

  it('reads records in order, including empty ones', async () => {
    await using given = await givenLog();
    for (const text of ['one', '', 'three']) await given.log.append(Buffer.from(text));
    expect(await given.texts()).toEqual(['one', '', 'three']);
  });

  it('replaces all records with one', async () => {
    await using given = await givenLog();
    await given.log.append(Buffer.from('old'));
    await given.log.replace(Buffer.from('new'));
    await given.log.append(Buffer.from('newer'));
    expect(await given.texts()).toEqual(['new', 'newer']);
  });

  it('creates a file that only its owner can read', async () => {
    await using given = await givenLog();
    await given.log.append(Buffer.from('x'));
    expect((await stat(given.path)).mode & 0o777).toBe(0o600);
    await given.log.replace(Buffer.from('x'));
    expect((await stat(given.path)).mode & 0o777).toBe(0o600);
  });

  it('reads the complete records of a truncated file, and reports that it is not intact', async () => {
    await using given = await givenLog();
    const all = ['first', 'second', 'third'];
    for (const text of all) await given.log.append(Buffer.from(text));
    const content = await readFile(given.path);
    const ends = [0, 13, 27, 40];
    for (let length = 0; length <= content.length; length += 1) {
      await writeFile(given.path, content.subarray(0, length));
      const complete = ends.filter((end) => end <= length).length - 1;
      expect(await given.texts()).toEqual(all.slice(0, complete));
      expect((await given.log.read()).intact).toBe(ends.includes(length));
    }
  });

  it('stops before a record with a flipped bit', async () => {
    await using given = await givenLog();
    for (const text of ['first', 'second']) await given.log.append(Buffer.from(text));
    const content = await readFile(given.path);
    content.writeUInt8(content.readUInt8(22) ^ 1, 22);
    await writeFile(given.path, content);
    expect(await given.texts()).toEqual(['first']);
    expect((await given.log.read()).intact).toBe(false);
  });
});
