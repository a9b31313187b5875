import { expect, it } from 'vitest';
import { explainFailure } from './explain-failure.ts';

it.each([
  ['[postmaster] FATAL:  could not write lock file "postmaster.pid": No space left on device', /is full: free/],
  [
    'FATAL:  could not extend file "base/1/2691": wrote only 4096 of 8192 bytes\nHINT:  Check free disk space.',
    /is full/,
  ],
  ["EROFS: read-only file system, mkdir '/data'", /read-only file system: set GATEWARDEN_DATA_DIR/],
  ["EACCES: permission denied, mkdir '/data/postgres'", /cannot use \/data\/postgres: change the folder's owner/],
  ['[postmaster] FATAL:  could not map anonymous shared memory: Cannot allocate memory', /too little memory/],
  ['[postmaster] FATAL:  lock file "postmaster.pid" already exists', /Another PostgreSQL.*: stop it/],
  ['initdb: error: could not look up effective user ID 12345: user does not exist', /add it to \/etc\/passwd/],
  ['[postmaster] FATAL:  could not create any Unix-domain sockets', /does not support Unix sockets/],
  [
    "EBUSY: resource busy or locked, rename '/data/postgres.new-1/data' -> '/data/postgres'",
    /mount the volume one folder/,
  ],
  ['spawn setpriv ENOENT', /install that package/],
  ['setpriv: failed to execute /app/native/bin/postgres: No such file or directory', /needs a system with glibc/],
])('explains in one sentence what to do about %s', (output, sentence) => {
  const { message } = explainFailure('/data/postgres', output);
  expect(message).toMatch(sentence);
  expect(message).toMatch(/^[^\n]*: [^\n]*\.$/);
});

it('quotes the most severe line of PostgreSQL for an unknown failure', () => {
  const output = [
    'postgres ended with 1',
    '[postmaster] LOG:  starting PostgreSQL 18.4',
    '[startup] PANIC:  could not locate a valid checkpoint record at 0/17AB3C8',
    '[postmaster] LOG:  startup process was terminated by signal 6: Aborted',
  ].join('\n');
  expect(explainFailure('/data/postgres', output).message).toMatch(
    /^The database in \/data\/postgres does not start \(could not locate a valid checkpoint record at 0\/17AB3C8\): /,
  );
});
