import type { AccessVersion, AccessVersionDetails } from '@gatewarden/contract/access-history';
import { toNaive } from '../../platform/http/naive-timestamp.ts';
import { presentRule } from './access.present.ts';
import type { HistoricRule, VersionObjects, VersionRow } from './history.queries.ts';

const shownChanges = 50;

export function presentVersion({ at, changes, ...version }: VersionRow): AccessVersion {
  return { ...version, at: toNaive(at), changes: changes.slice(0, shownChanges), change_count: changes.length };
}

export function presentVersionDetails(version: VersionRow, { rules, aliases }: VersionObjects): AccessVersionDetails {
  const all = [...rules.values()];
  const named = (kind: 'users' | 'groups' | 'devices' | 'locations') => [
    ...new Map(all.flatMap((rule) => rule[kind]).map(({ id, name }) => [id, { id, name }])).values(),
  ];
  return {
    ...presentVersion(version),
    rules: [...rules]
      .map(([id, rule]) => presentHistoricRule(id, rule))
      .sort((a, b) => a.priority - b.priority || a.id - b.id),
    names: {
      users: named('users'),
      groups: named('groups'),
      devices: named('devices'),
      locations: named('locations'),
      aliases: [...aliases].map(([id, { name }]) => ({ id, name })),
    },
  };
}

function presentHistoricRule(
  id: number,
  { users, groups, devices, locations, expires_at: expiresAt, ...rule }: HistoricRule,
) {
  const ids = (list: HistoricRule['users'], allow: boolean) =>
    list.filter((each) => each.allow === allow).map((each) => each.id);
  return presentRule({
    ...rule,
    id,
    parent_id: null,
    state: 'applied',
    expires_at: expiresAt === null ? null : new Date(expiresAt),
    locations: locations.map((each) => each.id),
    allowed_users: ids(users, true),
    denied_users: ids(users, false),
    allowed_groups: ids(groups, true),
    denied_groups: ids(groups, false),
    allowed_devices: ids(devices, true),
    denied_devices: ids(devices, false),
  });
}
