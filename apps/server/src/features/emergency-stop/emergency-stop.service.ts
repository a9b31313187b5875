import type { StopPreview } from '@gatewarden/contract/emergency-stop';
import { DomainError } from '@gatewarden/contract/errors';
import type { Actor, Origin } from '../../platform/actor.ts';
import { type Database, inTransaction, prepareToEndCaller, type Tx } from '../../platform/database/database.ts';
import type { Events } from '../../platform/events/events.ts';
import type { Clock } from '../../ports/clock.ts';
import type { DevicesService } from '../devices/index.ts';
import type { Confirmation, Confirmations } from '../gateways/index.ts';
import type { RemovedFactors } from '../mfa/index.ts';
import { findUser, guardLastAdministrator, lockUser, toUserSnapshot, type UsersService } from '../users/index.ts';
import './emergency-stop.events.ts';
import { findLastStop, type LastStopRow } from './last-stop.queries.ts';
import { countStoppable } from './stop-preview.queries.ts';
import { listSuspended, type SuspendedRow } from './suspended.queries.ts';

export interface StopChoice {
  readonly disable: boolean;
  readonly tokens: boolean;
  readonly devices: boolean;
}

export interface StopResult {
  readonly sessions: number;
  readonly tokens: number;
  readonly devices: number;
  /** The number of suspended keys. */
  readonly keys: number;
  readonly removedFactors: RemovedFactors;
  readonly gateways: readonly Confirmation[];
}

export interface EmergencyStopService {
  /**
   * Ends all access of the user except the caller's own session. Network devices whose key the user set in the last 7 days
   * are suspended with the devices: others belong to the organization and stay in service. Unused tokens for network devices
   * are deleted with every choice. Disabling also suspends the devices and the SSH, GPG
   * and security keys of the last 7 days until an administrator restores each, and removes the authenticator app and
   * recovery codes of that time; sign-in still asks for a second factor. Safe to repeat.
   * @throws user_not_found, own_account, last_admin
   */
  stop(actor: Actor, origin: Origin, username: string, choice: StopChoice): Promise<StopResult>;
  /** What a stop by this caller would end now. @throws user_not_found */
  preview(actor: Actor, username: string): Promise<StopPreview>;
  /** The stop that disabled the account; undefined if there is none or it was enabled since. @throws user_not_found */
  findLast(username: string): Promise<LastStopRow | undefined>;
  /** Keys and devices suspended by stops, of one user or of all. */
  listSuspended(username: string | undefined): Promise<SuspendedRow[]>;
  /** Which gateways have confirmed the last stop. @throws user_not_found */
  confirmations(username: string): Promise<Confirmation[]>;
}

/** The functions that return a number return how many items they ended. */
interface Dependencies {
  readonly db: Database;
  readonly events: Events;
  readonly users: Pick<UsersService, 'access'>;
  readonly endSessions: (tx: Tx, userId: number, exceptId: number | undefined) => Promise<number>;
  readonly deleteTokens: (tx: Tx, userId: number) => Promise<number>;
  readonly switchOffDevices: (tx: Tx, userId: number) => Promise<number>;
  /** Suspends the keys added since `since`. */
  readonly suspendKeys: (tx: Tx, userId: number, since: Date) => Promise<number>;
  /** Removes the authenticator app and recovery codes added since `since`. */
  readonly suspendFactors: (tx: Tx, userId: number, since: Date) => Promise<RemovedFactors>;
  readonly suspendDevices: (tx: Tx, userId: number, since: Date) => Promise<void>;
  /** Switches off and suspends network devices whose key the user set since `since`, regardless of their owner. */
  readonly suspendNetworkDevices: DevicesService['suspendNetworkDevices'];
  /** Deletes the unused tokens for network devices that the user issued. */
  readonly withdrawEnrollments: (tx: Tx, userId: number) => Promise<void>;
  readonly clock: Clock;
  readonly gateways: Confirmations;
}

/** Credentials and devices added within this time before a stop may belong to an attacker. */
const suspectDays = 7;

/** The start of the suspect period for a stop at the current time. */
const suspectSince = (clock: Clock) => new Date(clock.now().getTime() - suspectDays * 86_400_000);

const noRemovedFactors: RemovedFactors = { app: false, recoveryCodes: 0 };

/** Devices that a stop ended, with the locations of the network devices among them. */
const noDevices: { readonly count: number; readonly networkLocationIds: readonly number[] } = {
  count: 0,
  networkLocationIds: [],
};

const subjectOf = (userId: number) => `stop of user ${userId}`;

export function createEmergencyStopService(dependencies: Dependencies): EmergencyStopService {
  const { db, events, users, endSessions, deleteTokens, switchOffDevices, clock, gateways } = dependencies;

  async function stop(tx: Tx, actor: Actor, origin: Origin, username: string, choice: StopChoice): Promise<StopResult> {
    const user = await lockUser(tx, username);
    if (!user) throw new DomainError('user_not_found');
    if (choice.disable && user.id === actor.userId) throw new DomainError('own_account');
    // a caller may end the API token of the request
    if (actor.token && user.id === actor.userId) await prepareToEndCaller(tx);
    const all = choice.disable;
    const locationIds = await gateways.listLocationsWithPeersOf(tx, user.id);
    const sessions = await endSessions(tx, user.id, user.id === actor.userId ? actor.sessionId : undefined);
    const tokens = all || choice.tokens ? await deleteTokens(tx, user.id) : 0;
    // before the devices: they leave their locations here, so that the change is not computed twice
    if (choice.disable) await users.access.setActive(tx, { author: actor, origin, ids: [user.id], isActive: false });
    await dependencies.withdrawEnrollments(tx, user.id);
    const since = suspectSince(clock);
    const ended = all || choice.devices ? await endDevices(tx, user.id, since) : noDevices;
    if (choice.disable) await dependencies.suspendDevices(tx, user.id, since);
    const keys = choice.disable ? await dependencies.suspendKeys(tx, user.id, since) : 0;
    // after the keys: the remaining factors decide whether sign-in asks for one
    const removedFactors = choice.disable ? await dependencies.suspendFactors(tx, user.id, since) : noRemovedFactors;
    const subject = subjectOf(user.id);
    const affected = all || choice.devices ? [...locationIds, ...ended.networkLocationIds] : [];
    await gateways.request(tx, subject, [...new Set(affected)]);
    const told = await gateways.list(tx, subject);
    await events.publish(tx, 'user.stopped', origin, {
      user: { ...toUserSnapshot(user), is_active: user.is_active && !choice.disable },
      disabled: choice.disable,
      sessions,
      tokens,
      devices: ended.count,
      keys,
      authenticator_removed: removedFactors.app,
      recovery_codes: removedFactors.recoveryCodes,
      locations: [...new Set(told.map(({ locationName }) => locationName))],
    });
    return { sessions, tokens, devices: ended.count, keys, removedFactors, gateways: told };
  }

  async function endDevices(tx: Tx, userId: number, since: Date): Promise<typeof noDevices> {
    const own = await switchOffDevices(tx, userId);
    const { count, locationIds } = await dependencies.suspendNetworkDevices(tx, userId, since);
    return { count: own + count, networkLocationIds: locationIds };
  }

  async function requireUserId(username: string): Promise<number> {
    const user = await findUser(db, username);
    if (!user) throw new DomainError('user_not_found');
    return user.id;
  }

  return {
    stop: (actor, origin, username, choice) =>
      inTransaction(db, (tx) => {
        const whole = () => stop(tx, actor, origin, username, choice);
        return choice.disable ? guardLastAdministrator(tx, whole) : whole();
      }),
    async preview(actor, username) {
      const userId = await requireUserId(username);
      return countStoppable(db, { userId, since: suspectSince(clock), exceptSessionId: actor.sessionId });
    },
    findLast: async (username) => findLastStop(db, await requireUserId(username)),
    listSuspended: (username) => listSuspended(db, username),
    confirmations: async (username) => gateways.list(db, subjectOf(await requireUserId(username))),
  };
}
