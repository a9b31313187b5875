import { describe, expect, it } from 'vitest';
import { CommandError, createRunCommand } from './run-command.ts';

const run = createRunCommand('/usr/bin:/bin');

async function failureOf(promise: Promise<unknown>): Promise<CommandError> {
  const error = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (error instanceof CommandError) return error;
  throw new Error('it did not fail as a command');
}

describe('running a program', () => {
  it('gives it the arguments as they are, whatever a shell would make of them', async () => {
    expect(await run('printf', ['%s', '$(id) "; rm -rf /\n'])).toBe('$(id) "; rm -rf /\n');
  });

  it('gives it input and takes its output, however long', async () => {
    const input = 'x'.repeat(3_000_000);
    expect(await run('cat', [], { input })).toBe(input);
  });

  it('does not mind a program that ends without reading its input', async () => {
    expect(await run('true', [], { input: 'x'.repeat(3_000_000) })).toBe('');
  });

  it('keeps the environment of the agent from it', async () => {
    expect(await run('env', [])).toMatch(/^PATH=[^\n]*\n$/);
  });

  it('tells a missing program from one that fails', async () => {
    expect(await failureOf(run('no-such-program', []))).toMatchObject({ missing: true, program: 'no-such-program' });
    const failure = await failureOf(run('cat', ['/no/such/file']));
    expect(failure).toMatchObject({ missing: false, errorLine: 'cat: /no/such/file: No such file or directory' });
  });

  it('blots out keys in what the program complains about', async () => {
    const failure = await failureOf(run('cat', [`/${Buffer.alloc(32, 7).toString('base64')}`]));
    expect(failure.message).toContain('[key]');
    expect(failure.message).not.toContain(Buffer.alloc(12, 7).toString('base64'));
  });
});
