import { isDeepStrictEqual } from 'node:util';
import type { RunCommand } from '@gatewarden/tunnel/run-command';
import { type Firewall, FirewallError, type FirewallPolicy } from '../../ports/firewall.ts';
import { createHitCounter, type Listed } from './hit-counter.ts';
import { createOwnTable } from './own-table.ts';
import { changeTable, profileOf, replaceTable } from './ruleset.ts';

interface Options {
  readonly run: RunCommand;
  /** Of the interface. */
  readonly name: string;
  readonly folder: string;
}

/** A table of nftables for one interface, `gatewarden_<interface>`. Other tables are not touched. */
export function createFirewall({ run, name, folder }: Options): Firewall {
  const names = { table: `gatewarden_${name}`, interface: name };
  const own = createOwnTable({
    ...{ run, table: names.table, folder, partOf: profileOf },
    toError: (reason, options) => new FirewallError(`Access control cannot be enforced: ${reason}.`, options),
  });
  const hits = createHitCounter();

  return {
    isAvailable: own.isAvailable,
    async apply(policy, before) {
      const result = await own.set({
        change: before && canChange(before, policy) ? changeTable(names.table, before, policy) : undefined,
        replace: replaceTable(names, policy),
      });
      if (result === 'changed') hits.keepOnly(policy.profiles);
      else hits.restart();
    },
    isIntact: own.isIntact,
    takeHits: () => hits.take(() => own.list<Listed>()),
    async remove() {
      hits.restart();
      await own.remove();
    },
  };
}

function canChange(before: FirewallPolicy, after: FirewallPolicy): boolean {
  return before.mode === after.mode && isDeepStrictEqual(before.protected, after.protected);
}
