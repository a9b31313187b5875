import { randomUUID } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { CommandError, type RunCommand } from '@gatewarden/tunnel/run-command';
import type { FirewallError } from '../../ports/firewall.ts';
import { type Commands, deleteTable, listTable } from './commands.ts';
import { changeParts, contentOf, type ExpectedContent, type ListedObject, matches } from './table-content.ts';

interface Options {
  readonly run: RunCommand;
  readonly table: string;
  /** For files that nft reads; it cannot read the sockets to which Node connects standard input. */
  readonly folder: string;
  /** The part that a chain or map of this name belongs to; undefined if it belongs to none. */
  readonly partOf: (name: string) => string | undefined;
  /** The error for the administrator if nft fails; `reason` is not a whole sentence. */
  readonly toError: (reason: string, options: ErrorOptions) => FirewallError;
}

/** A change of elements, and of parts. */
export interface TableChange {
  readonly commands: Commands;
  readonly addedParts: readonly string[];
  readonly removedParts: readonly string[];
}

function toFalse(error: unknown): false {
  if (!(error instanceof CommandError)) throw error;
  return false;
}

/** One table of nftables, which belongs to this agent. Reading may overlap with a change. */
export function createOwnTable({ run, table, folder, partOf, toError }: Options) {
  /** After the last change; undefined if it is unknown. */
  let expected: ExpectedContent | undefined;
  /** What was read before it changed belongs to a former table. */
  let generation = 0;

  async function execute(commands: Commands, ...options: string[]): Promise<string> {
    const file = join(folder, `ruleset-${randomUUID()}.json`);
    try {
      await writeFile(file, JSON.stringify({ nftables: commands }), { mode: 0o600 }).catch((cause: Error) => {
        throw new CommandError({ program: 'nft', missing: false, errorLine: cause.message }, { cause });
      });
      return await run('nft', [...options, '--json', '--file', file]);
    } finally {
      await rm(file, { force: true });
    }
  }

  async function list<Listed>(...options: string[]): Promise<readonly Listed[]> {
    const { nftables }: { nftables: Listed[] } = JSON.parse(await execute(listTable(table), ...options));
    return nftables;
  }

  async function readContent() {
    return contentOf(await list<ListedObject>('--terse'), partOf);
  }

  /** Without a look at the table, which takes longer than the change if there are many rules. */
  async function change({ commands, addedParts: added, removedParts: removed }: TableChange, before: ExpectedContent) {
    if (commands.length > 0) await execute(commands);
    expected = changeParts(before, { added, removed });
  }

  async function replace(commands: Commands): Promise<void> {
    await execute(commands);
    expected = await readContent();
  }

  function toFirewallError(error: unknown): FirewallError {
    if (!(error instanceof CommandError)) throw error;
    const reason = error.missing ? 'nftables is not installed' : error.errorLine || 'nft failed';
    return toError(reason, { cause: error });
  }

  return {
    /** Whether this machine has nftables that works. */
    isAvailable: () =>
      execute([{ list: { tables: { family: 'inet' } } }])
        .then(() => true)
        .catch(toFalse),
    /**
     * Changes the table if there is a change and it succeeds, and replaces it otherwise. Returns what was done.
     * @throws FirewallError
     */
    async set(wanted: {
      readonly change: TableChange | undefined;
      readonly replace: () => Commands;
    }): Promise<'changed' | 'replaced'> {
      const before = expected;
      generation += 1;
      expected = undefined;
      try {
        const isChanged =
          wanted.change &&
          before &&
          (await change(wanted.change, before)
            .then(() => true)
            .catch(toFalse));
        if (isChanged) return 'changed';
        await replace(wanted.replace());
        return 'replaced';
      } catch (error) {
        throw toFirewallError(error);
      } finally {
        generation += 1;
      }
    },
    /** The objects of the table with their elements, as nft lists them. @throws CommandError */
    list,
    /** Whether the table is as the last change left it, apart from elements; true if it changes meanwhile. */
    async isIntact(): Promise<boolean> {
      const now = generation;
      const content = await readContent().catch(toFalse);
      if (generation !== now) return true;
      if (!expected || !content || !matches(content, expected)) return false;
      expected = content;
      return true;
    },
    /** Does nothing if there is no table. @throws FirewallError */
    async remove() {
      expected = undefined;
      generation += 1;
      try {
        await execute(deleteTable(table));
      } catch (error) {
        // without nft there is no table
        if (!(error instanceof CommandError && error.missing)) throw toFirewallError(error);
      }
    },
  };
}
