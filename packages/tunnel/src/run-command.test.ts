import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
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

describe('createRunCommand', () => {
  it('passes arguments unchanged, without a shell', async () => {
    expect(await run('printf', ['%s', '$(id) "; rm -rf /\n'])).toBe('$(id) "; rm -rf /\n');
  });

  it('passes long input and returns long output', async () => {
    const input = 'x'.repeat(3_000_000);
    expect(await run('cat', [], { input })).toBe(input);
  });

  it('resolves if the program ends without reading its input', async () => {
    expect(await run('true', [], { input: 'x'.repeat(3_000_000) })).toBe('');
  });

  it('passes only PATH from the environment', async () => {
    expect(await run('env', [])).toMatch(/^PATH=[^\n]*\n$/);
  });

  it('distinguishes a missing program from one that fails', async () => {
    expect(await failureOf(run('no-such-program', []))).toMatchObject({ missing: true, program: 'no-such-program' });
    const failure = await failureOf(run('cat', ['/no/such/file']));
    expect(failure).toMatchObject({ missing: false, errorLine: 'cat: /no/such/file: No such file or directory' });
  });

  it('lets the process end after a missing program', async () => {
    const script = `
      import { createRunCommand } from ${JSON.stringify(import.meta.resolve('./run-command.ts'))};
      await createRunCommand('/usr/bin:/bin')('no-such-program', []).catch(({ missing }) => console.log(missing));`;
    const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', script], {
      // a process that waits for the timeout of the program takes longer
      timeout: 40_000,
    });
    expect(stdout).toBe('true\n');
  });

  it('redacts keys in the error output of the program', async () => {
    const failure = await failureOf(run('cat', [`/${Buffer.alloc(32, 7).toString('base64')}`]));
    expect(failure.message).toContain('[key]');
    expect(failure.message).not.toContain(Buffer.alloc(12, 7).toString('base64'));
  });
});
