import { isDeepStrictEqual } from 'node:util';
import type { RunCommand } from '@gatewarden/tunnel/run-command';
import { FirewallError } from '../../ports/firewall.ts';
import type { Nat } from '../../ports/nat.ts';
import { changeNatTable, replaceNatTable } from './nat-ruleset.ts';
import { createOwnTable } from './own-table.ts';

interface Options {
  readonly run: RunCommand;
  /** Of the interface. */
  readonly name: string;
  readonly folder: string;
}

/** A table of nftables for one interface, `gatewarden_<interface>_nat`. Other tables are not touched. */
export function createNat({ run, name, folder }: Options): Nat {
  const table = `gatewarden_${name}_nat`;
  const own = createOwnTable({
    run,
    table,
    folder,
    partOf: () => undefined,
    toError: (reason, options) => new FirewallError(`Addresses cannot be translated: ${reason}.`, options),
  });
  return {
    async apply(policy, before) {
      const isSimilar = before && isDeepStrictEqual(before.masqueraded, policy.masqueraded);
      await own.set({
        change: isSimilar
          ? { commands: changeNatTable(table, before, policy), addedParts: [], removedParts: [] }
          : undefined,
        replace: () => replaceNatTable(table, name, policy),
      });
    },
    isIntact: own.isIntact,
    remove: own.remove,
  };
}
