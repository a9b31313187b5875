import { isDeepStrictEqual } from 'node:util';
import type { RunCommand } from '@gatewarden/tunnel/run-command';
import { type Firewall, FirewallError, type FirewallPolicy } from '../../ports/firewall.ts';
import { createHitCounter, type Listed } from './hit-counter.ts';
import { changeLayout, createLayout } from './layout.ts';
import { createOwnTable } from './own-table.ts';
import { changeTable, type DividedPolicy, partOf, replaceTable } from './ruleset.ts';

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
    run,
    table: names.table,
    folder,
    partOf,
    toError: (reason, options) => new FirewallError(`Access control cannot be enforced: ${reason}.`, options),
  });
  const hits = createHitCounter();
  /** What the last change left; undefined if it is unknown. */
  let current: DividedPolicy | undefined;

  /** Undefined if the policy that is enforced, `before`, cannot be changed into this one. */
  function divideAgain(policy: FirewallPolicy, before: FirewallPolicy | undefined): DividedPolicy | undefined {
    if (!before || !canChange(before, policy) || current?.policy !== before) return undefined;
    return { policy, layout: changeLayout(current.layout, policy.profiles) };
  }

  return {
    isAvailable: own.isAvailable,
    async apply(policy, before) {
      const last = current;
      let next = divideAgain(policy, before);
      const change = last && next && changeTable(names.table, last, next);
      current = undefined;
      const result = await own.set({
        change,
        replace: () => {
          next = { policy, layout: createLayout(policy.profiles) };
          return replaceTable(names, next);
        },
      });
      current = next;
      if (result === 'changed' && next) hits.retainOnly(next.layout.blocks);
      else hits.restart();
    },
    isIntact: own.isIntact,
    takeHits: () => hits.take(() => own.list<Listed>()),
    async remove() {
      current = undefined;
      hits.restart();
      await own.remove();
    },
  };
}

function canChange(before: FirewallPolicy, after: FirewallPolicy): boolean {
  return before.mode === after.mode && isDeepStrictEqual(before.protected, after.protected);
}
