import type { AccessVersion } from '@gatewarden/contract/access-history';
import type { Origin } from '../../platform/actor.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { Events } from '../../platform/events/events.ts';
import type { Clock } from '../../ports/clock.ts';
import * as queries from './history.queries.ts';
import { lockDeployments } from './rules.queries.ts';

interface Dependencies {
  readonly events: Events;
  readonly clock: Clock;
}

/**
 * Stores a version when the decisions of rules change without a deployment: with the access control of a location, and
 * with a group that rules name.
 */
export function recordVersionsOnChanges({ events, clock }: Dependencies): void {
  const record = async (tx: Tx, origin: Origin, kind: 'location' | 'group', { change, ...object }: Change) => {
    await lockDeployments(tx);
    await queries.recordVersion(tx, {
      at: clock.now(),
      kind,
      username: origin.by === 'system' ? null : origin.by.username,
      override_reason: null,
      changes: [{ object: kind, id: object.id, name: object.name, change }],
    });
  };
  events.on('location.added', async (tx, { origin, payload: { location } }) => {
    if (location.acl_enabled) await record(tx, origin, 'location', { ...location, change: 'added' });
  });
  events.on('location.modified', async (tx, { origin, payload: { before, after } }) => {
    const isSame = before.acl_enabled === after.acl_enabled && before.acl_default_allow === after.acl_default_allow;
    const isEnforcing = before.acl_enabled || after.acl_enabled;
    if (isEnforcing && !isSame) await record(tx, origin, 'location', { ...after, change: 'modified' });
  });
  events.on('location.removed', async (tx, { origin, payload: { location } }) => {
    if (location.acl_enabled) await record(tx, origin, 'location', { ...location, change: 'deleted' });
  });
  events.on('group.removed', async (tx, { origin, payload: { group } }) => {
    if (await queries.isGroupRecorded(tx, group.id)) await record(tx, origin, 'group', { ...group, change: 'deleted' });
  });
  events.on('group.restored', async (tx, { origin, payload: { group } }) => {
    if (await queries.isGroupNamed(tx, group.id)) await record(tx, origin, 'group', { ...group, change: 'added' });
  });
}

type Change = Pick<AccessVersion['changes'][number], 'id' | 'name' | 'change'>;
