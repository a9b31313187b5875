import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { startTestEdge } from '../test/test-edge.ts';

const main = fileURLToPath(new URL('./main.ts', import.meta.url));

/** The program with a state folder of its own. */
async function givenProgram() {
  const folder = await mkdtemp(join(tmpdir(), 'gatewarden-program-'));
  return {
    async run(args: readonly string[], input = '') {
      const child = spawn(process.execPath, [main, ...args], {
        env: { PATH: '/usr/bin:/bin', GATEWARDEN_CLI_STATE_DIR: join(folder, 'state') },
      });
      child.stdin.end(input);
      const exited = new Promise<number | null>((resolve) => child.once('close', resolve));
      const [output, errors, code] = await Promise.all([text(child.stdout), text(child.stderr), exited]);
      return { output, errors, code };
    },
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true }),
  };
}

describe('gatewarden', () => {
  it('logs in with a link from the standard input, and reports the device', async () => {
    await using edge = await startTestEdge();
    await using program = await givenProgram();
    const link = `defguard://addinstance?token=${edge.token}&url=${encodeURIComponent(edge.url)}`;
    expect(await program.run(['login'], `${link}\n`)).toMatchObject({
      ...{ code: 0, errors: '', output: expect.stringContaining('This machine is the device router of admin') },
    });
    const status = await program.run(['status', '--json']);
    expect(status).toMatchObject({ code: 0, errors: '' });
    expect(JSON.parse(status.output)).toMatchObject({ instances: [{ device: 'router' }] });
    // the token is valid once
    expect(await program.run(['login', '--url', edge.url], edge.token)).toMatchObject({
      ...{ code: 3, output: '', errors: expect.stringContaining('The token is not valid') },
    });
    await edge[Symbol.asyncDispose]();
    expect(await program.run(['login', link])).toMatchObject({
      ...{ code: 1, errors: expect.stringContaining('Core does not answer at') },
    });
  });

  it.each<[string[], number, string]>([
    [['up', '--help'], 0, ''],
    [['status'], 2, 'This machine is no device yet'],
    [['login'], 2, 'There is no valid link'],
    [['login', '--tokn', 'x'], 2, 'There is no option --tokn'],
  ])('ends %j with status %d', async (args, code, message) => {
    await using program = await givenProgram();
    expect(await program.run(args)).toMatchObject({ code, errors: expect.stringContaining(message) });
  });
});
