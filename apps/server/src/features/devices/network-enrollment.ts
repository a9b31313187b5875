import { randomInt } from 'node:crypto';
import { DomainError } from '@gatewarden/contract/errors';
import type { Actor } from '../../platform/actor.ts';
import { hashToken } from '../../platform/crypto/tokens.ts';
import { type Database, inTransaction, type Tx } from '../../platform/database/database.ts';
import type { Events } from '../../platform/events/events.ts';
import type { Clock } from '../../ports/clock.ts';
import type { AssignmentRow } from './assignment-rows.queries.ts';
import { toDeviceSnapshot } from './devices.events.ts';
import { findDevice } from './devices.queries.ts';
import type { NetworkDeviceRow } from './network-devices.queries.ts';
import type { NetworkDevicesService, UnconfiguredDevice } from './network-devices.service.ts';
import * as queries from './network-enrollment.queries.ts';
import { signalAssignmentChanges } from './reassign-devices.ts';
import { requireUsableKey } from './usable-key.ts';

/** A device as its client needs it. */
export interface EnrolledDevice {
  readonly device: NetworkDeviceRow;
  readonly place: AssignmentRow;
  readonly instanceId: string;
}

/** The program on a device: where the request came from. */
interface Client {
  readonly ip: string | undefined;
  readonly userAgent: string | undefined;
}

/** Sets up network devices by a program on the device, which keeps the private key. */
export interface NetworkEnrollment {
  /** Adds a device without a key. Returns the token. @throws as `add` of network devices, without those about keys */
  add(actor: Actor, device: UnconfiguredDevice): Promise<string>;
  /** A new token for an existing device; its key remains valid until the token is used. @throws device_not_found */
  renew(id: number): Promise<string>;
  /**
   * The person for whom the token was issued. From then on, the token is valid for ten minutes at most.
   * @throws enrollment_token_invalid
   */
  start(token: string): Promise<queries.EnrollmentRow & { readonly instanceId: string }>;
  /**
   * Gives the device the key, once for each token, and returns a token to poll with.
   * @throws enrollment_token_invalid, public_key_invalid, public_key_of_location, public_key_taken
   */
  configure(token: string, publicKey: string, client: Client): Promise<EnrolledDevice & { readonly pollToken: string }>;
  /** The present configuration. @throws enrollment_token_invalid; user_disabled while the device cannot connect */
  poll(pollToken: string): Promise<EnrolledDevice>;
}

interface Dependencies {
  readonly db: Database;
  readonly events: Events;
  readonly clock: Clock;
  readonly networkDevices: NetworkDevicesService;
}

/** Interface reference §2.9. */
const tokenHours = 24;
const sessionMinutes = 10;
const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
/** 190 random bits. */
const tokenCharacters = 32;

export function createNetworkEnrollment({ db, events, clock, networkDevices }: Dependencies): NetworkEnrollment {
  async function issue(tx: Tx, deviceId: number, userId: number): Promise<string> {
    const token = newEnrollmentToken();
    const expiresAt = new Date(clock.now().getTime() + tokenHours * 3_600_000);
    await queries.replaceEnrollment(tx, { hash: hashToken(token), deviceId, userId, expiresAt }, clock.now());
    return token;
  }

  async function read(reader: Database | Tx, id: number): Promise<EnrolledDevice> {
    const { device, place } = await networkDevices.read(reader, id);
    return { device, place, instanceId: await queries.findInstanceId(reader) };
  }

  return {
    add: (actor, device) =>
      inTransaction(db, async (tx) => {
        const { id, user_id: userId } = await networkDevices.addUnconfigured(tx, actor, device);
        return issue(tx, id, userId);
      }),
    renew: (id) =>
      inTransaction(db, async (tx) => {
        const { device } = await networkDevices.lock(tx, id);
        return issue(tx, id, device.user_id);
      }),
    async start(token) {
      const now = clock.now();
      const until = new Date(now.getTime() + sessionMinutes * 60_000);
      const started = await queries.startEnrollment(db, { hash: hashToken(token), now, until });
      if (!started?.is_active) throw new DomainError('enrollment_token_invalid');
      return { ...started, instanceId: await queries.findInstanceId(db) };
    },
    configure: (token, publicKey, { ip, userAgent }) =>
      inTransaction(db, async (tx) => {
        const deviceId = await queries.findEnrolledDevice(tx, hashToken(token), clock.now());
        if (deviceId === undefined) throw new DomainError('enrollment_token_invalid');
        // the owner before the token, as a new token does
        const { device, location } = await networkDevices.lock(tx, deviceId);
        const taken = await queries.takeEnrollment(tx, hashToken(token), clock.now());
        if (!taken?.is_active) throw new DomainError('enrollment_token_invalid');
        const before = await findDevice(tx, device.id);
        await requireUsableKey(tx, publicKey);
        await queries.configureDevice(tx, device.id, publicKey, clock.now());
        await signalAssignmentChanges(tx, events, [{ device_id: device.id, location_id: location.id }]);
        const after = await findDevice(tx, device.id);
        if (!before || !after) throw new DomainError('device_not_found', { id: device.id });
        const by = { userId: taken.user_id, username: taken.username };
        const origin = { by, ip, device: userAgent };
        const about = { owner: device.added_by, location: location.name };
        const snapshot = toDeviceSnapshot(after);
        if (!before.configured) await events.publish(tx, 'device.added', origin, { device: snapshot, ...about });
        else if (before.public_key !== publicKey) {
          const change = { before: toDeviceSnapshot(before), after: snapshot };
          await events.publish(tx, 'device.modified', origin, { ...change, ...about });
        }
        const pollToken = newEnrollmentToken();
        await queries.setPollToken(tx, device.id, hashToken(pollToken));
        return { ...(await read(tx, device.id)), pollToken };
      }),
    async poll(pollToken) {
      const polled = await queries.findPolledDevice(db, hashToken(pollToken));
      if (!polled) throw new DomainError('enrollment_token_invalid');
      if (!polled.is_active) throw new DomainError('user_disabled');
      return read(db, polled.device_id);
    },
  };
}

function newEnrollmentToken(): string {
  return Array.from({ length: tokenCharacters }, () => digits[randomInt(digits.length)]).join('');
}
