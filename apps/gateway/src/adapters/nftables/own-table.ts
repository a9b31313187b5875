import { createHash, randomUUID } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { CommandError, type RunCommand } from '../../platform/run-command.ts';
import type { FirewallError } from '../../ports/firewall.ts';
import { type Commands, deleteTable, listTable } from './commands.ts';

interface Options {
  readonly run: RunCommand;
  readonly table: string;
  /** For files that nft reads; it cannot read the sockets to which Node connects standard input. */
  readonly folder: string;
  /** The error for the administrator if nft fails; `reason` is not a whole sentence. */
  readonly toError: (reason: string, options: ErrorOptions) => FirewallError;
}

/** One table of nftables, which belongs to this agent. */
export function createOwnTable({ run, table, folder, toError }: Options) {
  /** Digest of the table after the last change; undefined if it is unknown. */
  let expected: string | undefined;

  async function execute(commands: Commands, ...options: string[]): Promise<string> {
    const file = join(folder, `ruleset-${randomUUID()}.json`);
    try {
      await writeFile(file, JSON.stringify({ nftables: commands }), { mode: 0o600 });
      return await run('nft', [...options, '--json', '--file', file]);
    } finally {
      await rm(file, { force: true });
    }
  }

  /** Without handles and elements, which differ between equal tables. */
  async function readDigest(): Promise<string> {
    const listed: { nftables: Record<string, object>[] } = JSON.parse(await execute(listTable(table), '--terse'));
    const objects = listed.nftables.map((object) =>
      JSON.stringify(object, (key, value) => (key === 'handle' || key === 'elem' || key === 'metainfo' ? null : value)),
    );
    return createHash('sha256').update(objects.join('\n')).digest('hex');
  }

  async function set(commands: Commands): Promise<void> {
    if (commands.length === 0) return;
    expected = undefined;
    await execute(commands);
    expected = await readDigest();
  }

  function toFirewallError(error: unknown): FirewallError {
    if (!(error instanceof CommandError)) throw error;
    const reason = error.missing ? 'nftables is not installed' : error.errorLine || 'nft failed';
    return toError(reason, { cause: error });
  }

  return {
    /** Whether this machine has nftables. */
    isAvailable: () =>
      execute([{ list: { tables: { family: 'inet' } } }]).then(
        () => true,
        () => false,
      ),
    /**
     * Runs the first commands that succeed, and returns which: those of `change`, if there are any, else those of
     * `replace`. @throws FirewallError
     */
    async change({
      change,
      replace,
    }: {
      change: Commands | undefined;
      replace: Commands;
    }): Promise<'changed' | 'replaced'> {
      try {
        const isChanged =
          change &&
          (await set(change).then(
            () => true,
            () => false,
          ));
        if (isChanged) return 'changed';
        await set(replace);
        return 'replaced';
      } catch (error) {
        throw toFirewallError(error);
      }
    },
    /** The objects of the table with their elements, as nft lists them. @throws CommandError */
    async list<Listed>(): Promise<readonly Listed[]> {
      const { nftables }: { nftables: Listed[] } = JSON.parse(await execute(listTable(table)));
      return nftables;
    },
    /** Whether the table is as the last change left it, apart from elements. */
    isIntact: () =>
      expected === undefined
        ? Promise.resolve(false)
        : readDigest().then(
            (digest) => digest === expected,
            () => false,
          ),
    /** Does nothing if there is no table. @throws FirewallError */
    async remove() {
      expected = undefined;
      try {
        await execute(deleteTable(table));
      } catch (error) {
        // without nft there is no table
        if (!(error instanceof CommandError && error.missing)) throw toFirewallError(error);
      }
    },
  };
}
