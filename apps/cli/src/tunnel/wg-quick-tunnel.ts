import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ProgramError, type RunProgram } from '../platform/run-program.ts';
import { StopError } from '../platform/stop-error.ts';
import type { Tunnel } from './tunnel.ts';

interface Options {
  readonly run: RunProgram;
  /** Of the interface; at most 15 characters. */
  readonly name: string;
  /** For the configuration file, which contains the private key. */
  readonly folder: string;
}

/** wg-quick sets addresses, routes and name servers, with the WireGuard of the kernel or wireguard-go. */
export function createWgQuickTunnel({ run, name, folder }: Options): Tunnel {
  const path = join(folder, `${name}.conf`);

  const isUp = () =>
    run('wg', ['show', name]).then(
      () => true,
      () => false,
    );

  async function down(): Promise<void> {
    if (await isUp()) await runOrExplain('wg-quick', ['down', path]);
    await rm(path, { force: true });
  }

  async function runOrExplain(program: string, args: readonly string[]): Promise<void> {
    try {
      await run(program, args);
    } catch (cause) {
      if (!(cause instanceof ProgramError)) throw cause;
      const message = cause.missing
        ? `${program} is not installed: install wireguard-tools.`
        : `The tunnel cannot be changed: ${cause.errorLine || `${program} failed`}.`;
      throw new StopError('failed', message, { cause });
    }
  }

  /** Without resolvconf, wg-quick would fail: then the machine keeps its name servers. */
  async function withoutUnusableDns(configuration: string): Promise<string> {
    const canSetDns = await run('resolvconf', ['--version']).then(
      () => true,
      (error) => error instanceof ProgramError && !error.missing,
    );
    return canSetDns ? configuration : configuration.replace(/^DNS = .*\n/m, '');
  }

  return {
    async up(configuration) {
      await down();
      await mkdir(folder, { recursive: true, mode: 0o700 });
      await writeFile(path, `${await withoutUnusableDns(configuration)}\n`, { mode: 0o600 });
      await runOrExplain('wg-quick', ['up', path]);
    },
    down,
    isUp,
    async latestHandshake() {
      const text = await run('wg', ['show', name, 'latest-handshakes']).catch(() => '');
      const seconds = Number(text.trim().split('\t').at(-1) ?? 0);
      return seconds > 0 ? new Date(seconds * 1000) : undefined;
    },
  };
}
