import { PassThrough, Writable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { pino } from 'pino';
import { expect, it } from 'vitest';
import { forwardServerLog } from './server-log.ts';

it('forwards messages of the server at the matching level', async () => {
  const logged = await logOf(
    '[postmaster] LOG:  starting PostgreSQL 18.4',
    '[startup] LOG:  database system was shut down at 2026-01-01 00:00:00 UTC',
    '[startup] LOG:  redo starts at 0/17AB3C8',
    '[autovacuum worker] WARNING:  database "gatewarden" must be vacuumed within 40 transactions',
    '[checkpointer] ERROR:  could not fsync file "base/5/1234": Input/output error',
    '[postmaster] FATAL:  could not create lock file',
  );
  expect(logged).toEqual([
    'debug postgres: starting PostgreSQL 18.4',
    'debug postgres: database system was shut down at 2026-01-01 00:00:00 UTC',
    'info postgres: redo starts at 0/17AB3C8',
    'warn postgres: database "gatewarden" must be vacuumed within 40 transactions',
    'error postgres: could not fsync file "base/5/1234": Input/output error',
    'error postgres: could not create lock file',
  ]);
});

it('does not log errors of queries, including those of several lines', async () => {
  const logged = await logOf(
    '[client backend] ERROR:  invalid input syntax for type integer: "hunter2',
    '\thunter2"',
    '[client backend] DETAIL:  Failing row contains (hunter2).',
    '[parallel worker] ERROR:  invalid input syntax for type integer: "hunter2"',
    '[postmaster] LOG:  received fast shutdown request',
  );
  expect(logged).toEqual(['debug postgres: received fast shutdown request']);
});

it('logs a panic of a client backend', async () => {
  expect(await logOf('[client backend] PANIC:  could not write to file "pg_wal/1"')).toEqual([
    'error postgres: could not write to file "pg_wal/1"',
  ]);
});

it('detects when the server is ready and retains its last lines', async () => {
  const stderr = new PassThrough();
  const { ready, lastLines } = forwardServerLog(stderr, pino({ level: 'silent' }));
  for (let number = 1; number <= 30; number += 1) stderr.write(`line ${number}\n`);
  stderr.write('[postmaster] LOG:  database system is ready to accept connections\n');
  await ready;
  expect(lastLines()).toHaveLength(20);
  expect(lastLines().at(-2)).toBe('line 30');
});

async function logOf(...lines: string[]): Promise<string[]> {
  const logged: string[] = [];
  const destination = new Writable({
    write(chunk, _, done) {
      const { level, msg } = JSON.parse(String(chunk));
      logged.push(`${pino.levels.labels[level]} ${msg}`);
      done();
    },
  });
  const stderr = new PassThrough();
  forwardServerLog(stderr, pino({ level: 'trace' }, destination));
  stderr.end(lines.map((line) => `${line}\n`).join(''));
  await finished(stderr);
  return logged;
}
