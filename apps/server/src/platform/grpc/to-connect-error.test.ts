import { Code } from '@connectrpc/connect';
import { expect, it } from 'vitest';
import { createLog } from '../log/log.ts';
import { toConnectError } from './to-connect-error.ts';

const over = AbortSignal.abort();
const open = new AbortController().signal;
const failure = (code: string) => Object.assign(new Error('it failed'), { code });

function convert(error: unknown, signal: AbortSignal) {
  const lines: { level: number; err?: unknown }[] = [];
  const log = createLog('debug', { write: (line: string) => void lines.push(JSON.parse(line)) });
  return { ...toConnectError(error, { log, signal }), lines };
}

it.each([
  ['a stream that ended while it was being read', failure('ERR_STREAM_PREMATURE_CLOSE')],
  ['a stream that was reset while it was being written', failure('ERR_HTTP2_INVALID_STREAM')],
  ['the end of the call', over.reason],
])('logs %s without a stack because the client disconnected', (_, error) => {
  const { code, lines } = convert(error, over);
  expect(code).toBe(Code.Canceled);
  expect(lines).toMatchObject([{ level: 20, msg: 'client disconnected during its call' }]);
  expect(lines[0]?.err).toBeUndefined();
});

it.each([
  ['a failure of core after the client disconnected', failure('23502'), over],
  ['a broken stream while the client is connected', failure('ERR_STREAM_PREMATURE_CLOSE'), open],
])('logs %s with its stack and answers without details', (_, error, signal) => {
  const { code, lines } = convert(error, signal);
  expect(code).toBe(Code.Internal);
  expect(lines).toMatchObject([{ level: 50, err: { message: 'it failed', stack: expect.any(String) } }]);
});
