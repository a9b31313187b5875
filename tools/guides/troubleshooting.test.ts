import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { listProductMessages } from './product-messages.ts';

const page = readFileSync(new URL('../../docs/troubleshooting.md', import.meta.url), 'utf8');
/** The message of each row, or its beginning. */
const entries = Array.from(page.matchAll(/^\| `([^`]+)`[^|]* \|/gm), ([, entry = '']) => ({
  entry,
  pattern: patternOf(entry),
}));
const messages = listProductMessages();

it('has an entry for every final message and every logged warning of a program', () => {
  expect(messages.length).toBeGreaterThan(100);
  expect(messages.filter((message) => !entries.some(({ pattern }) => pattern.test(message)))).toEqual([]);
});

it('has no entry for a message that no program writes', () => {
  expect(
    entries.filter(({ pattern }) => !messages.some((each) => pattern.test(each))).map(({ entry }) => entry),
  ).toEqual([]);
});

function patternOf(entry: string): RegExp {
  return new RegExp(entry.split('…').map(RegExp.escape).join('.*'));
}
