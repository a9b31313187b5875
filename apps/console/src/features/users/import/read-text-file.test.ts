import { expect, it } from 'vitest';
import { readTextFile } from './read-text-file.ts';

const read = (...bytes: number[]) => readTextFile(new Blob([new Uint8Array(bytes)]));

it('reads UTF-8 and UTF-16, and returns undefined for other encodings', async () => {
  expect(await read(0xef, 0xbb, 0xbf, 0xc5, 0xbb)).toBe('Ż');
  expect(await read(0xff, 0xfe, 0x7b, 0x01)).toBe('Ż');
  expect(await read(0xfe, 0xff, 0x01, 0x7b)).toBe('Ż');
  // Ż in Windows-1250
  expect(await read(0x41, 0xaf, 0x41)).toBeUndefined();
});
