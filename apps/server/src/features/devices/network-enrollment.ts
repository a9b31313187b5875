import { DomainError } from '@gatewarden/contract/errors';
import type { Actor, Origin } from '../../platform/actor.ts';
import { hashToken, randomAlphanumeric } from '../../platform/crypto/tokens.ts';
import { type Database, inTransaction, type Tx } from '../../platform/database/database.ts';
import type { Events } from '../../platform/events/events.ts';
import type { Clock } from '../../ports/clock.ts';
import type { AssignmentRow } from './assignment-rows.queries.ts';
import { toDeviceSnapshot } from './devices.events.ts';
import { requireProofForDeviceOf } from './devices.policy.ts';
import { findDevice, lockOwners } from './devices.queries.ts';
import type { NetworkDeviceRow } from './network-devices.queries.ts';
import type { NetworkDevicesService, UnconfiguredDevice } from './network-devices.service.ts';
import * as queries from './network-enrollment.queries.ts';
import { signalAssignmentChanges } from './reassign-devices.ts';
import { requireUsableKey } from './usable-key.ts';

/** A device as its client needs it. */
export interface EnrolledDevice {
  readonly device: NetworkDeviceRow;
  readonly place: AssignmentRow;
}

/** A network device with the names for the event. */
interface IssuedDevice {
  readonly id: number;
  readonly owner: string;
  readonly location: string;
}

/** The program on a device: where the request came from. */
interface Client {
  readonly ip: string | undefined;
  readonly userAgent: string | undefined;
}

/** Sets up network devices by a program on the device, which keeps the private key. */
export interface NetworkEnrollment {
  /** Adds a device without a key. Returns the token. @throws as `add` of network devices, without those about keys */
  add(actor: Actor, origin: Origin, device: UnconfiguredDevice): Promise<string>;
  /**
   * A new token for an existing device; its key remains valid until the token is used.
   * @throws device_not_found; proof_required for another user's device
   */
  renew(actor: Actor, origin: Origin, id: number): Promise<string>;
  /**
   * The owner of the device, and who issued the token. From then on, the token is valid for ten minutes at most.
   * @throws enrollment_token_invalid also if the issuer lost the rights with which the token was issued
   */
  start(token: string): Promise<queries.EnrollmentRow>;
  /** Part of an emergency stop: deletes the unused tokens that the user issued. */
  withdraw(tx: Tx, userId: number): Promise<void>;
  /** Deletes the unused tokens of those of the users who are not active administrators. */
  withdrawOfFormerAdmins(tx: Tx, userIds: readonly number[]): Promise<void>;
  /**
   * Gives the device the key, once for each token, and returns a token to poll with. The issuer of the token is the author
   * of the change.
   * @throws enrollment_token_invalid, public_key_invalid, public_key_of_location, public_key_taken
   */
  configure(token: string, publicKey: string, client: Client): Promise<EnrolledDevice & { readonly pollToken: string }>;
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
/** 190 random bits. */
const tokenCharacters = 32;

export function createNetworkEnrollment({ db, events, clock, networkDevices }: Dependencies): NetworkEnrollment {
  async function issue(tx: Tx, actor: Actor, origin: Origin, { id, owner, location }: IssuedDevice): Promise<string> {
    const device = await findDevice(tx, id);
    if (!device) throw new DomainError('device_not_found', { id });
    const token = randomAlphanumeric(tokenCharacters);
    const expiresAt = new Date(clock.now().getTime() + tokenHours * 3_600_000);
    const issued = { deviceId: id, userId: device.user_id, issuerId: actor.userId, apiTokenId: actor.token?.id };
    await queries.replaceEnrollment(tx, { hash: hashToken(token), ...issued, expiresAt }, clock.now());
    await events.publish(tx, 'device.token-added', origin, { device: toDeviceSnapshot(device), owner, location });
    return token;
  }

  return {
    add: (actor, origin, unconfigured) =>
      inTransaction(db, async (tx) => {
        const { device, owner, location } = await networkDevices.addUnconfigured(tx, actor, unconfigured);
        return issue(tx, actor, origin, { id: device.id, owner: owner.username, location: location.name });
      }),
    renew: (actor, origin, id) =>
      inTransaction(db, async (tx) => {
        const { device, location } = await networkDevices.lock(tx, id);
        requireProofForDeviceOf(actor, device.user_id);
        return issue(tx, actor, origin, { id, owner: device.added_by, location: location.name });
      }),
    withdraw: queries.deleteEnrollmentsBy,
    withdrawOfFormerAdmins: queries.deleteEnrollmentsOfFormerAdmins,
    async start(token) {
      const now = clock.now();
      const until = new Date(now.getTime() + sessionMinutes * 60_000);
      const started = await queries.startEnrollment(db, { hash: hashToken(token), now, until });
      if (!started?.is_active) throw new DomainError('enrollment_token_invalid');
      return started;
    },
    configure: (token, publicKey, { ip, userAgent }) =>
      inTransaction(db, async (tx) => {
        const enrolled = await queries.findEnrolledDevice(tx, hashToken(token), clock.now());
        if (!enrolled) throw new DomainError('enrollment_token_invalid');
        // the owner before the token, as a new token does; an emergency stop of the issuer ends before or sees the new key
        await lockOwners(tx, [enrolled.user_id, enrolled.issuer_id]);
        const { device, location } = await networkDevices.lock(tx, enrolled.device_id);
        const taken = await queries.takeEnrollment(tx, hashToken(token), clock.now());
        if (!taken?.is_active) throw new DomainError('enrollment_token_invalid');
        const before = await findDevice(tx, device.id);
        await requireUsableKey(tx, publicKey);
        await queries.configureDevice(tx, device.id, publicKey, clock.now());
        await signalAssignmentChanges(tx, events, [{ device_id: device.id, location_id: location.id }]);
        const after = await findDevice(tx, device.id);
        if (!before || !after) throw new DomainError('device_not_found', { id: device.id });
        const by = { userId: taken.issuer.id, username: taken.issuer.username };
        const origin = { by, ip, device: userAgent };
        const about = { owner: device.added_by, location: location.name };
        const snapshot = toDeviceSnapshot(after);
        if (!before.configured) await events.publish(tx, 'device.added', origin, { device: snapshot, ...about });
        else if (before.public_key !== publicKey) {
          const change = { before: toDeviceSnapshot(before), after: snapshot };
          await events.publish(tx, 'device.modified', origin, { ...change, ...about });
        }
        const pollToken = randomAlphanumeric(tokenCharacters);
        await queries.setPollToken(tx, device.id, hashToken(pollToken));
        return { ...(await networkDevices.read(tx, device.id)), pollToken };
      }),
  };
}
