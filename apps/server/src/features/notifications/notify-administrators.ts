import type { Events } from '../../platform/events/events.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import type { Clock } from '../../ports/clock.ts';
import { deleteUnannounced, insertOutage } from './gateway-outages.queries.ts';
import type { Notify } from './notifications.service.ts';

interface Dependencies {
  readonly events: Pick<Events, 'on'>;
  readonly clock: Pick<Clock, 'now'>;
  readonly jobs: Pick<Jobs, 'enqueue'>;
  /** The job that announces outages and their ends. */
  readonly announceGateways: Parameters<Jobs['enqueue']>[1];
}

/** Records when gateways disconnect; a job notifies administrators of those that do not return within a minute. */
export function recordGatewayOutages({ events, clock, jobs, announceGateways }: Dependencies): void {
  events.on('gateway.disconnected', (tx, { payload }) => insertOutage(tx, payload.gateway.id, clock.now()));
  events.on('gateway.connected', async (tx, { payload }) => {
    if (await deleteUnannounced(tx, payload.gateway.id)) await jobs.enqueue(tx, announceGateways, {});
  });
}

export function notifyFinishedImports(events: Pick<Events, 'on'>, notify: Notify): void {
  events.on('users.imported', async (tx, { payload: { count: users }, origin: { by } }) => {
    const username = by === 'system' ? undefined : by.username;
    await notify(tx, 'administrators', {
      kind: 'users_imported',
      key: `users_imported:${username ?? ''}`,
      forAdministrators: true,
      details: { users, ...(username !== undefined && { username }) },
    });
  });
}

export function notifyUpdates(events: Pick<Events, 'on'>, notify: Notify): void {
  events.on('update.found', (tx, { payload: { version, critical } }) =>
    notify(tx, 'administrators', {
      kind: 'update_available',
      key: 'update_available',
      forAdministrators: true,
      details: { version, critical },
    }),
  );
}

export function notifyStoppedRemovals(events: Pick<Events, 'on'>, notify: Notify): void {
  events.on('scim.removals-stopped', (tx, { payload: { removed, managed } }) =>
    notify(tx, 'administrators', {
      kind: 'scim_removals_stopped',
      key: 'scim_removals_stopped',
      forAdministrators: true,
      details: { removed, managed },
    }),
  );
}
