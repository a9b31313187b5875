import { Secret } from '@gatewarden/process/secret';
import { expect, it, vi } from 'vitest';
import { createLog } from './log.ts';

it('redacts fields that are named like secrets, and every Secret', () => {
  const lines: string[] = [];
  const log = createLog('info', { write: (line: string) => void lines.push(line) });
  log.info({ password: 'canary', token: 'canary', user: { password: 'canary', headers: { cookie: 'canary' } } }, 'x');
  log.info({ key: new Secret('canary'), authorization: 'canary', deep: { private_key: 'canary' } }, 'y');
  log.debug('not logged at this level');
  expect(lines).toHaveLength(2);
  expect(lines.join('')).not.toContain('canary');
});

it('logs type, message, stack and code of an error, and no other properties', () => {
  const lines: string[] = [];
  const log = createLog('info', { write: (line: string) => void lines.push(line) });
  const cause = Object.assign(new Error('connection lost'), { code: 'ECONNRESET', client: { password: 'canary' } });
  log.error({ err: new Error('request failed', { cause }) });
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({
    err: {
      message: 'request failed',
      stack: expect.any(String),
      cause: { message: 'connection lost', code: 'ECONNRESET' },
    },
  });
  expect(lines[0]).not.toContain('canary');
});

it('writes the same warning ten times in ten seconds, then the number of repeats', () => {
  vi.useFakeTimers();
  try {
    const lines: string[] = [];
    const log = createLog('info', { write: (line: string) => void lines.push(line) });
    for (let n = 0; n < 500; n += 1) log.child({ part: 'x' }).warn({ n }, 'the status is written later');
    for (let n = 0; n < 20; n += 1) log.info('ordinary');
    log.error('something else');
    expect(lines).toHaveLength(10 + 20 + 1);
    vi.advanceTimersByTime(10_000);
    expect(JSON.parse(lines.at(-1) ?? '')).toMatchObject({
      repeats: 490,
      msg: 'repeated: the status is written later',
    });
    log.warn('the status is written later');
    expect(lines).toHaveLength(10 + 20 + 1 + 2);
  } finally {
    vi.useRealTimers();
  }
});
