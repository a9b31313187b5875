import { createHash, randomUUID } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { CommandError, type RunCommand } from '../../platform/run-command.ts';
import { type Firewall, FirewallError, type FirewallPolicy } from '../../ports/firewall.ts';
import { createHitCounter, type Listed } from './hit-counter.ts';
import { type Commands, changeTable, deleteTable, listTable, replaceTable } from './ruleset.ts';

interface Options {
  readonly run: RunCommand;
  /** Of the interface. */
  readonly name: string;
  /** For files that nft reads; it cannot read the sockets to which Node connects standard input. */
  readonly folder: string;
}

/** A table of nftables for one interface, `gatewarden_<interface>`. Other tables are not touched. */
export function createFirewall({ run, name, folder }: Options): Firewall {
  const table = { table: `gatewarden_${name}`, interface: name };
  /** Digest of the table after the last change; undefined if it is unknown. */
  let expected: string | undefined;
  const hits = createHitCounter();

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

  async function change(commands: Commands): Promise<void> {
    if (commands.length === 0) return;
    expected = undefined;
    await execute(commands);
    expected = await readDigest();
  }

  return {
    isAvailable: () =>
      execute([{ list: { tables: { family: 'inet' } } }]).then(
        () => true,
        () => false,
      ),
    async apply(policy, before) {
      try {
        if (before && canChange(before, policy)) {
          const isChanged = await change(changeTable(table, before, policy)).then(
            () => true,
            () => false,
          );
          if (isChanged) {
            hits.keepOnly(policy.profiles);
            return;
          }
        }
        await change(replaceTable(table, policy));
        hits.restart();
      } catch (error) {
        throw toFirewallError(error);
      }
    },
    isIntact: () =>
      expected === undefined
        ? Promise.resolve(false)
        : readDigest().then(
            (digest) => digest === expected,
            () => false,
          ),
    takeHits: () =>
      hits.take(async () => {
        const listed: { nftables: Listed[] } = JSON.parse(await execute(listTable(table)));
        return listed.nftables;
      }),
    async remove() {
      expected = undefined;
      hits.restart();
      try {
        await execute(deleteTable(table));
      } catch (error) {
        // without nft there is no table
        if (!(error instanceof CommandError && error.missing)) throw toFirewallError(error);
      }
    },
  };
}

function canChange(before: FirewallPolicy, after: FirewallPolicy): boolean {
  return before.mode === after.mode && isDeepStrictEqual(before.protected, after.protected);
}

function toFirewallError(error: unknown): FirewallError {
  if (!(error instanceof CommandError)) throw error;
  const reason = error.missing ? 'nftables is not installed' : error.errorLine || 'nft failed';
  return new FirewallError(`Access control cannot be enforced: ${reason}.`, { cause: error });
}
