import { expect, it } from 'vitest';
import { readableLine } from './readable-line.ts';

const line = (fields: object) => readableLine(JSON.stringify({ level: 30, time: 0, ...fields }));

it('shows the time, the message and the other fields, without those that every line has', () => {
  expect(line({ pid: 7, hostname: 'core', msg: 'listening', url: 'http://localhost:8080', port: 8080 })).toMatch(
    /^\d\d:\d\d:\d\d listening \(url=http:\/\/localhost:8080, port=8080\)\n$/,
  );
});

it('shows the level from warnings on, and of an error only the message', () => {
  expect(line({ level: 40, msg: 'slow' })).toMatch(/^\S+ warning: slow\n$/);
  expect(line({ level: 50, msg: 'failed', err: { type: 'Error', message: 'disk full', stack: 'at x' } })).toMatch(
    /^\S+ error: failed \(error=disk full\)\n$/,
  );
  expect(line({ level: 60 })).toMatch(/^\S+ fatal: \n$/);
});

it('escapes control characters, so that a logged value cannot change what the terminal shows', () => {
  expect(line({ msg: 'signed in\nas', username: '\u001b[2Jroot\u009b31m' })).toMatch(
    /^\S+ signed in\\x0aas \(username=\\x1b\[2Jroot\\x9b31m\)\n$/,
  );
});
