import { once } from 'node:events';
import { parseArgs } from 'node:util';
import { administrator, user } from './company.ts';
import { startDemo } from './start-demo.ts';

const defaultPort = 8000;

const { values } = parseArgs({ options: { port: { type: 'string', default: String(defaultPort) } } });
const print = (line: string) => void process.stdout.write(`${line}\n`);
const stopping = new AbortController();
for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, () => stopping.abort());

try {
  const port = Number(values.port);
  if (!Number.isInteger(port) || port < 0 || port > 65_535) throw new Error('--port must be from 0 to 65535');
  await using demo = await startDemo({ port, signal: stopping.signal, print });
  print(`
Gatewarden: ${demo.url}

  ${administrator.username} / ${administrator.password}    administrator
  ${user.username} / ${user.password}    regular user

Components of the console in every state: ${demo.url}/components
Mails in three languages: ${demo.mailsUrl}

Ctrl-C stops it and removes everything.`);
  const stopped = stopping.signal.aborted ? Promise.resolve() : once(stopping.signal, 'abort');
  await Promise.race([stopped, demo.ended.then(() => (process.exitCode ??= stopping.signal.aborted ? 0 : 1))]);
  print('Removing everything.');
} catch (error) {
  if (!stopping.signal.aborted) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 1;
  }
}
