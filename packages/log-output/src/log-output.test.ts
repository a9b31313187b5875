import { execFileSync } from 'node:child_process';
import { closeSync, constants, mkdtempSync, openSync, readFileSync, readSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type LogLoss, openLogOutput } from './log-output.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A named pipe, so that the test has both ends. */
function givenPipe() {
  const folder = mkdtempSync(join(tmpdir(), 'gatewarden-log-'));
  const path = join(folder, 'pipe');
  execFileSync('mkfifo', [path]);
  const openReader = () => openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  const reader = openReader();
  const writer = openSync(path, constants.O_WRONLY);
  return {
    writer,
    reader,
    openReader,
    [Symbol.dispose]() {
      closeSync(writer);
      rmSync(folder, { recursive: true });
    },
  };
}

function readAll(reader: number): string {
  const chunks: Buffer[] = [];
  const chunk = Buffer.alloc(65_536);
  try {
    for (let read = readSync(reader, chunk); read > 0; read = readSync(reader, chunk)) {
      chunks.push(Buffer.from(chunk.subarray(0, read)));
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') throw error;
  }
  return Buffer.concat(chunks).toString();
}

const line = (n: number) => `${String(n).padStart(6, '0')} ${'x'.repeat(992)}\n`;

it('buffers up to its limit while the reader does not read, then counts lost lines and reports them', () => {
  using pipe = givenPipe();
  const losses: LogLoss[] = [];
  const output = openLogOutput(pipe.writer, { maxBytes: 100_000, onLoss: (loss) => losses.push(loss) });
  for (let n = 0; n < 500; n += 1) output.write(line(n));
  expect(losses).toEqual([]);

  let text = '';
  for (let rounds = 0; rounds < 5; rounds += 1) {
    text += readAll(pipe.reader);
    vi.advanceTimersByTime(50);
  }
  const lines = text.split('\n').slice(0, -1);
  expect(lines).toEqual(lines.map((_, n) => line(n).trimEnd()));
  expect(losses).toEqual([{ lines: 500 - lines.length, reason: 'EAGAIN' }]);
  output.write('after\n');
  expect(readAll(pipe.reader)).toBe('after\n');
  closeSync(pipe.reader);
});

it('continues after the reader closes the pipe, and writes again when there is a new reader', () => {
  using pipe = givenPipe();
  const losses: LogLoss[] = [];
  const output = openLogOutput(pipe.writer, { maxBytes: 2_000, onLoss: (loss) => losses.push(loss) });
  closeSync(pipe.reader);
  for (let n = 0; n < 5; n += 1) output.write(line(n));
  const next = pipe.openReader();
  vi.advanceTimersByTime(1_000);
  expect(readAll(next)).toBe(line(0) + line(1));
  expect(losses).toEqual([{ lines: 3, reason: 'EPIPE' }]);
  closeSync(next);
});

it('continues on a full disk, and does not retry for every line', () => {
  const full = openSync('/dev/full', 'w');
  const losses: LogLoss[] = [];
  const output = openLogOutput(full, { maxBytes: 2_000, onLoss: (loss) => losses.push(loss) });
  for (let n = 0; n < 10_000; n += 1) output.write(line(n));
  expect(vi.getTimerCount()).toBe(1);
  vi.advanceTimersByTime(10_000);
  expect([vi.getTimerCount(), losses]).toEqual([1, []]);
  closeSync(full);
});

it('writes to a file without buffering', () => {
  const folder = mkdtempSync(join(tmpdir(), 'gatewarden-log-'));
  const file = openSync(join(folder, 'log'), 'w');
  const output = openLogOutput(file);
  output.write('one\n');
  output.write('two\n');
  expect(readFileSync(join(folder, 'log'), 'utf8')).toBe('one\ntwo\n');
  closeSync(file);
  rmSync(folder, { recursive: true });
});
