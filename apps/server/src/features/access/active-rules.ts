import type { AccessRule, Source } from '@gatewarden/access/rule';
import type { Tx } from '../../platform/database/database.ts';
import type { Clock } from '../../ports/clock.ts';
import { listActiveRules, type NamedSources } from './active-rules.queries.ts';
import { toAccessRule } from './to-access-rule.ts';

/** Rules that are deployed, enabled and not expired. */
export function createActiveRules({ clock }: { readonly clock: Clock }) {
  return {
    /** Those of a location; with sources, those that name any of them. In ascending order of ids. */
    async list(
      tx: Tx,
      { locationId, sources }: { readonly locationId: number; readonly sources?: readonly Source[] | undefined },
    ): Promise<AccessRule[]> {
      const rows = await listActiveRules(tx, { at: clock.now(), locationId, sources: sources && idsOf(sources) });
      return rows.map(toAccessRule);
    },
  };
}

function idsOf(sources: readonly Source[]): NamedSources {
  const ids = { users: new Set<number>(), groups: new Set<number>(), devices: new Set<number>() };
  for (const source of sources) {
    if (source.kind === 'network-device') ids.devices.add(source.id);
    else {
      ids.users.add(source.id);
      for (const group of source.groups) ids.groups.add(group);
    }
  }
  return { users: [...ids.users], groups: [...ids.groups], devices: [...ids.devices] };
}
