import type { AccessAlias, AccessRule, AccessRuleState, AccessRuleStatus } from '@gatewarden/contract/access';
import type { AccessTest } from '@gatewarden/contract/access-tests';
import { toNaive } from '../../platform/http/naive-timestamp.ts';
import type { AccessTestRow } from './access-tests.queries.ts';
import type { AliasRow } from './aliases.queries.ts';
import type { RuleRow, RuleState } from './rules.queries.ts';

export const stateNames = {
  new: 'New',
  applied: 'Applied',
  modified: 'Modified',
  deleted: 'Deleted',
  expired: 'Expired',
} as const satisfies Record<RuleState, AccessRuleState>;

export function presentRule(row: RuleRow): AccessRule {
  const { id, parent_id, state, locations, all_locations, expires_at, ...rest } = row;
  return {
    ...rest,
    id,
    parent_id,
    state: stateNames[state],
    status: statusOf(row),
    all_networks: all_locations,
    networks: [...locations],
    expires: expires_at && toNaive(expires_at),
    allowed_users: [...row.allowed_users],
    denied_users: [...row.denied_users],
    allowed_groups: [...row.allowed_groups],
    denied_groups: [...row.denied_groups],
    allowed_devices: [...row.allowed_devices],
    denied_devices: [...row.denied_devices],
    aliases: [...row.aliases],
  };
}

function statusOf({ state, enabled }: Pick<RuleRow, 'state' | 'enabled'>): AccessRuleStatus {
  if (state !== 'applied') return state;
  return enabled ? 'enabled' : 'disabled';
}

export function presentAlias({ kind, state, ...row }: AliasRow): AccessAlias {
  return {
    ...row,
    kind: kind === 'destination' ? 'Destination' : 'Component',
    state: state === 'applied' ? 'Applied' : 'Modified',
  };
}

export function presentAccessTest({
  user_id: userId,
  group_id: groupId,
  device_id: deviceId,
  ...row
}: AccessTestRow): AccessTest {
  const kind =
    userId !== null ? 'user' : groupId !== null ? 'group' : deviceId !== null ? 'network_device' : 'all_users';
  return { ...row, source_kind: kind, source_id: userId ?? groupId ?? deviceId };
}
