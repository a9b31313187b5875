import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { expect, it, onTestFinished, vi } from 'vitest';
import { capture } from './run.mjs';
import { toolEnv } from './workspace.mjs';

const run = fileURLToPath(new URL('./run.mjs', import.meta.url));
/** Ends cleanly when its channel closes, or on SIGTERM. */
const program = `
  process.once('disconnect', () => process.exit(0));
  process.once('SIGTERM', () => process.exit(0));
  process.stdout.write('up ' + process.ppid + '\\n');
  setInterval(() => undefined, 1000);
`;
const starter = `
  const { runInForeground } = await import(${JSON.stringify(run)});
  process.exitCode = await runInForeground(process.execPath, ['-e', ${JSON.stringify(program)}]);
`;
const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;

/** Starts a shell, a starter and the program in it, as npm does; resolves when the program runs. */
async function givenStarted() {
  const line = `${quoted(process.execPath)} --input-type=module -e ${quoted(starter)}; true`;
  const shell = spawn('sh', ['-c', line], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [text] = await once(shell.stdout.setEncoding('utf8'), 'data');
  // the pipe closes when the last of these processes has ended
  return { shell, starterPid: Number(String(text).split(' ')[1]), ended: once(shell.stdout.resume(), 'end') };
}

it.each(['SIGTERM', 'SIGKILL'] as const)('a program ends when the shell of its starter gets %s', async (signal) => {
  const { shell, ended } = await givenStarted();
  shell.kill(signal);
  await expect(ended).resolves.toBeDefined();
});

it('a program ends when its starter is killed', async () => {
  const { starterPid, ended } = await givenStarted();
  process.kill(starterPid, 'SIGKILL');
  await expect(ended).resolves.toBeDefined();
});

it('programs that build or install get no settings of the product', async () => {
  const secrets = { DATABASE_URL: 'x', GATEWARDEN_SECRET_KEY: 'x', GATEWARDEN_ADMIN_PASSWORD: 'x', PGPASSWORD: 'x' };
  onTestFinished(() => void vi.unstubAllEnvs());
  for (const [name, value] of Object.entries(secrets)) vi.stubEnv(name, value);
  const { output } = await capture(process.execPath, ['-p', 'JSON.stringify(Object.keys(process.env))']);
  const names: string[] = JSON.parse(output);
  expect(names).toContain('PATH');
  expect(names.filter((name) => name in secrets)).toEqual([]);
  expect(toolEnv()).toMatchObject(secrets);
});
