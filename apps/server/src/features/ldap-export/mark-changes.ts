import type { Tx } from '../../platform/database/database.ts';
import type { Events } from '../../platform/events/events.ts';
import type { Secrets } from '../../platform/secrets/secrets.ts';
import type { Clock } from '../../ports/clock.ts';
import { hasChanged, type SettingsService } from '../settings/index.ts';
import {
  deleteChanges,
  markChanged,
  markGroupsOf,
  markMembersOf,
  markNamed,
  setPasswordChange,
} from './changes.queries.ts';
import { setOutdated } from './entries.queries.ts';
import { toExportRules } from './export-rules.ts';
import { requestComparison, resetState } from './export-state.queries.ts';
import { waitingPassword } from './write-user.ts';

interface Dependencies {
  readonly events: Events;
  readonly secrets: Secrets;
  readonly clock: Clock;
  readonly settings: Pick<SettingsService, 'get'>;
  /** Enqueues a run with the transaction. */
  readonly requestRun: (tx: Tx) => Promise<void>;
}

/**
 * Records changes of users and groups in the transaction of each. What changed is not recorded: a run writes the current
 * state, so neither order nor repetition matters. Passwords are the exception: only the transaction knows them.
 */
export function markChangesOfEvents({ events, secrets, clock, settings, requestRun }: Dependencies): void {
  const enabled = new WeakMap<Tx, Promise<boolean>>();
  const requested = new WeakSet<Tx>();

  /** One query for all events of a transaction. */
  function isEnabled(tx: Tx): Promise<boolean> {
    const known = enabled.get(tx) ?? settings.get(tx).then((current) => toExportRules(current).isEnabled);
    enabled.set(tx, known);
    return known;
  }

  async function record(tx: Tx, mark: (now: Date) => Promise<void>): Promise<void> {
    if (!(await isEnabled(tx))) return;
    await mark(clock.now());
    if (requested.has(tx)) return;
    requested.add(tx);
    await requestRun(tx);
  }

  async function recordPassword(tx: Tx, userId: number, mark: (now: Date) => Promise<void>): Promise<void> {
    // nothing is written while the direction is off: the entry still accepts the former password
    if (!(await isEnabled(tx))) return setOutdated(tx, [userId]);
    await record(tx, async (now) => {
      await markChanged(tx, 'user', [userId], now);
      await mark(now);
    });
  }

  const markUsers = (tx: Tx, ids: readonly number[]) => record(tx, (now) => markChanged(tx, 'user', ids, now));
  const markGroups = (tx: Tx, ids: readonly number[]) => record(tx, (now) => markChanged(tx, 'group', ids, now));

  events.on('user.added', (tx, { payload: { user } }) => markUsers(tx, [user.id]));
  events.on('user.modified', (tx, { payload: { before, after } }) =>
    record(tx, async (now) => {
      await markChanged(tx, 'user', [after.id], now);
      // members are the active accounts
      if (before.is_active !== after.is_active) await markGroupsOf(tx, [after.id], now);
    }),
  );
  // memberships decide who is in scope
  events.onSignal('users.access-changed', (tx, { userIds }) => markUsers(tx, userIds));
  events.onSignal('users.removing', (tx, { userIds }) =>
    record(tx, async (now) => {
      await markChanged(tx, 'user', userIds, now);
      await markGroupsOf(tx, userIds, now);
    }),
  );
  events.on('user.groups-modified', (tx, { payload: { user, before, after } }) =>
    record(tx, async (now) => {
      await markChanged(tx, 'user', [user.id], now);
      await markNamed(tx, { groups: [...before, ...after], users: [] }, now);
    }),
  );
  events.on('groups.bulk-assigned', (tx, { payload: { groups, users } }) =>
    record(tx, (now) => markNamed(tx, { groups, users }, now)),
  );
  events.on('group.added', (tx, { payload: { group } }) => markGroups(tx, [group.id]));
  events.on('group.modified', (tx, { payload: { before, after } }) =>
    record(tx, async (now) => {
      await markChanged(tx, 'group', [after.id], now);
      // the settings choose groups by name
      if (before.name !== after.name) await markMembersOf(tx, after.id, now);
    }),
  );
  events.on('group.restored', (tx, { payload: { group } }) => markGroups(tx, [group.id]));
  events.on('group.removed', (tx, { payload: { group } }) => markGroups(tx, [group.id]));
  events.on('group.members-modified', (tx, { payload: { group } }) => markGroups(tx, [group.id]));
  events.on('group.member-added', (tx, { payload: { group } }) => markGroups(tx, [group.id]));
  events.on('group.member-removed', (tx, { payload: { group } }) => markGroups(tx, [group.id]));

  events.onSignal('users.password-set', (tx, { userId, password }) =>
    recordPassword(tx, userId, async (now) => {
      await setPasswordChange(tx, userId, 'set', now);
      await secrets.set(tx, waitingPassword(userId), password.reveal());
    }),
  );
  events.on('user.password-removed', (tx, { payload: { user } }) =>
    recordPassword(tx, user.id, async (now) => {
      await setPasswordChange(tx, user.id, 'remove', now);
      await secrets.delete(tx, waitingPassword(user.id));
    }),
  );

  events.on('settings.modified', async (tx, { payload }) => {
    if (!hasChanged(payload, 'ldap_')) return;
    const { before, after } = payload;
    if (toExportRules(after).isEnabled) {
      await requestComparison(tx, clock.now());
      await requestRun(tx);
    } else if (toExportRules(before).isEnabled) {
      // passwords are not stored for a direction that is off; a comparison finds everything else again
      await setOutdated(tx, await deleteChanges(tx));
      await resetState(tx);
    }
  });
}
