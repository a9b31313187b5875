import { DomainError } from '@gatewarden/contract/errors';
import type { Tx } from '../../platform/database/database.ts';
import type { ActiveRuleRow } from './active-rules.queries.ts';
import {
  findVersionAt,
  type HistoricRule,
  listVersionObjects,
  type VersionObjects,
  type VersionRow,
} from './history.queries.ts';

/** What was in force in a location at a time in the past. */
export interface PastPolicy {
  readonly version: VersionRow;
  /** The rules of the location that were active. */
  readonly rules: readonly ActiveRuleRow[];
  /** A location that did not enforce rules, or did not exist, allowed everything. */
  readonly location: { readonly acl_enabled: boolean; readonly acl_default_allow: boolean };
  /** The groups of a user that rules named, at the time of the version. */
  groupsOf(userId: number): number[];
}

/** @throws access_version_not_found if no version of that time is stored */
export async function findPolicyAt(tx: Tx, locationId: number, at: Date): Promise<PastPolicy> {
  const version = await findVersionAt(tx, at);
  if (!version) throw new DomainError('access_version_not_found', { field: 'at' });
  const objects = await listVersionObjects(tx, version.id);
  const location = objects.locations.get(locationId);
  return {
    version,
    rules: toActiveRules(objects, at).filter((rule) => rule.all_locations || rule.locations.includes(locationId)),
    location: { acl_enabled: location !== undefined, acl_default_allow: location?.acl_default_allow ?? true },
    groupsOf: (userId) => [...objects.groups].flatMap(([id, { members }]) => (members.includes(userId) ? id : [])),
  };
}

/** The rules of the version that were active at its time. */
export async function listRulesOf(tx: Tx, { id, at }: VersionRow): Promise<ActiveRuleRow[]> {
  return toActiveRules(await listVersionObjects(tx, id), at);
}

export function isExpired({ expires_at: expiresAt }: HistoricRule, at: Date): boolean {
  return expiresAt !== null && new Date(expiresAt) <= at;
}

function toActiveRules({ rules, aliases }: VersionObjects, at: Date): ActiveRuleRow[] {
  return [...rules]
    .filter(([, rule]) => rule.enabled && !isExpired(rule, at))
    .map(([id, rule]) => ({
      ...rule,
      id,
      locations: rule.locations.map((each) => each.id),
      users: [...rule.users],
      groups: [...rule.groups],
      devices: [...rule.devices],
      aliases: rule.aliases.flatMap((aliasId) => aliases.get(aliasId) ?? []),
    }));
}
