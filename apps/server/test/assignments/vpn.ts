import { randomBytes } from 'node:crypto';
import { pino } from 'pino';
import type { Assignment } from '../../src/features/devices/assignments.queries.ts';
import { createDevicesService } from '../../src/features/devices/devices.service.ts';
import {
  deleteDependentDevices,
  updateAssignmentsOnChange,
} from '../../src/features/devices/update-assignments-on-change.ts';
import { createGroupsService } from '../../src/features/groups/groups.service.ts';
import {
  createLocationsService,
  removeDeletedGroupFromLocations,
} from '../../src/features/locations/locations.service.ts';
import { createReservedUsernames } from '../../src/features/users/reserved-usernames.ts';
import { createUsersService } from '../../src/features/users/users.service.ts';
import { type Actor, bySystem } from '../../src/platform/actor.ts';
import { inTransaction, openDatabase, openPool, type Tx } from '../../src/platform/database/database.ts';
import { createEvents, type Events } from '../../src/platform/events/events.ts';
import { openSecrets } from '../../src/platform/secrets/open-secrets.ts';
import { recordEvents } from '../recorded-events.ts';
import { createTestClock } from '../test-clock.ts';
import { createTestDatabase } from '../test-database.ts';

type AssignmentsListener = (tx: Tx, change: { assignments: readonly Assignment[] }) => Promise<void>;

interface VpnOptions {
  readonly onAssignments?: AssignmentsListener;
  readonly restrictions?: { readonly admin_device_management?: boolean; readonly only_client_activation?: boolean };
}

/** The features that determine assignments, on a separate database and without HTTP. */
export async function startVpn({ onAssignments, restrictions }: VpnOptions = {}) {
  const database = await createTestDatabase();
  const pool = openPool({ connection: database.connection, maxConnections: 4, onIdleError: () => undefined });
  const db = openDatabase(pool);
  const clock = createTestClock();
  const events: Events = createEvents({ listen: () => () => undefined }, pino({ level: 'silent' }));
  const published = recordEvents(events);
  const groups = createGroupsService({ db, events, clock });
  const passwords = { hash: async () => 'hash', runInTurn: <T>(_: unknown, work: () => Promise<T>) => work() };
  const factors = { chooseMethod: async () => undefined };
  const reserved = createReservedUsernames({ additionalNames: async () => [] });
  const users = createUsersService({ db, events, passwords, groups, factors, reserved });
  const locations = createLocationsService({
    db,
    events,
    clock,
    secrets: (await openSecrets(db, randomBytes(32))).secrets,
    licence: { requireFeature: async () => {} },
  });
  removeDeletedGroupFromLocations(events);
  const devices = createDevicesService({
    db,
    events,
    clock,
    restrictions: async () => ({
      admin_device_management: false,
      only_client_activation: false,
      devices_per_user: 0,
      mail_configured: false,
      ...restrictions,
    }),
  });
  updateAssignmentsOnChange(events);
  deleteDependentDevices(events);
  if (onAssignments) events.onSignal('devices.assignments-changed', onAssignments);

  const names = { first_name: 'Ada', last_name: 'Root', email: 'root@x.org' };
  // inserted directly: the service refuses the reserved name
  const root = await inTransaction(db, (tx) =>
    users.insert(tx, bySystem, { username: 'root', ...names, phone: null, password_hash: 'none' }),
  );
  const actor: Actor = { userId: root.id, username: 'root', isAdmin: true, sessionId: 0, isReauthenticated: true };
  await groups.addMember(actor, bySystem, 'admin', 'root');
  return {
    db,
    /** On a connection of the pool: opening one per query takes longer than everything else. */
    query: async <Row>(statement: string) => (await pool.query(statement)).rows as Row[],
    actor,
    /** All events so far. */
    published,
    groups,
    users,
    locations,
    devices,
    async [Symbol.asyncDispose]() {
      await pool.end();
      await database[Symbol.asyncDispose]();
    },
  };
}

export type Vpn = Awaited<ReturnType<typeof startVpn>>;
