import { DomainError } from '@gatewarden/contract/errors';
import { hashToken, randomAlphanumeric } from '../../platform/crypto/tokens.ts';
import { type Database, inSnapshot, inTransaction, type Tx } from '../../platform/database/database.ts';
import { shareReads } from '../../platform/database/shared-reads.ts';
import type { Clock } from '../../ports/clock.ts';
import { findUserById } from '../users/index.ts';
import { type AssignmentRow, listAssignmentRows } from './assignment-rows.queries.ts';
import { findOwnDevice, findPolledDevices, recordPoll } from './client-devices.queries.ts';
import { describeClient } from './describe-client.ts';
import { type DeviceRow, findDevice } from './devices.queries.ts';
import type { NetworkDevicesService } from './network-devices.service.ts';
import { setPollToken } from './network-enrollment.queries.ts';
import type { EnrolledDevice, NetworkEnrollment } from './network-enrollment.ts';
import { isUsableKey } from './usable-key.ts';

/** A device as its client needs it. */
export interface ClientDevice {
  readonly device: Pick<DeviceRow, 'id' | 'name' | 'public_key' | 'user_id' | 'created_at'>;
  /** By location. */
  readonly places: readonly AssignmentRow[];
  /** User name. */
  readonly owner: string;
  /** With which the client asks for its configuration; null: it has one. */
  readonly pollToken: string | null;
}

export interface PolledDevice {
  readonly id: number;
  /** The same while nothing changed of what `read` returns, and of the settings that a client is told. */
  readonly fingerprint: string;
}

interface Person {
  readonly username: string;
  readonly first_name: string;
  readonly last_name: string;
  readonly email: string;
}

export interface StartedNetworkDevice {
  readonly owner: Person;
  readonly issuer: Person;
  readonly expiresAt: Date;
}

/** Devices as programs on them see them, which are not signed in. */
export interface ClientDevices {
  /** Undefined if the token is for no network device. */
  startNetworkDevice(token: string): Promise<StartedNetworkDevice | undefined>;
  /**
   * Gives the network device of the token the key. Undefined if the token is for none.
   * @throws as `configure` of `NetworkEnrollment`
   */
  configureNetworkDevice(
    token: string | undefined,
    publicKey: string,
    client: Parameters<NetworkEnrollment['configure']>[2],
  ): Promise<ClientDevice | undefined>;
  /** The device of the user with this key. @throws device_not_found, device_suspended */
  findOwnDevice(userId: number, publicKey: string): Promise<number>;
  /** A new token to ask for the configuration; the former one ends. @throws device_not_found */
  renewPollToken(deviceId: number): Promise<ClientDevice>;
  /**
   * The device of the token, with one statement; every few minutes, with another one that records the poll and the program.
   * @throws poll_token_invalid; user_disabled, device_suspended while it cannot connect
   */
  identify(pollToken: string, userAgent: string | undefined): Promise<PolledDevice>;
  /** The present configuration of a device that polls. @throws poll_token_invalid if it was deleted meanwhile */
  read(id: number): Promise<ClientDevice>;
}

interface Dependencies {
  readonly db: Database;
  readonly clock: Pick<Clock, 'now'>;
  readonly networkDevices: NetworkDevicesService;
  readonly enrollment: NetworkEnrollment;
}

/** 190 random bits. */
const tokenCharacters = 32;
/** Clients poll every 30 seconds; recording each of them would write more than all the rest of core. */
const recordMinutes = 5;

export function createClientDevices({ db, clock, networkDevices, enrollment }: Dependencies): ClientDevices {
  const findPolled = shareReads((hashes) => findPolledDevices(db, hashes));

  async function read(tx: Tx, id: number, pollToken: string | null): Promise<ClientDevice> {
    const device = await findDevice(tx, id);
    if (!device) throw new DomainError('device_not_found', { id });
    if (device.kind === 'network') return ofNetworkDevice(await networkDevices.read(tx, id), pollToken);
    const owner = await findUserById(tx, device.user_id);
    if (!owner) throw new DomainError('device_not_found', { id });
    return { device, places: await listAssignmentRows(tx, [id]), owner: owner.username, pollToken };
  }

  return {
    async startNetworkDevice(token) {
      const started = await orUndefined(enrollment.start(token));
      return started && { owner: started, issuer: started.issuer, expiresAt: started.expires_at };
    },
    async configureNetworkDevice(token, publicKey, client) {
      const configured = token && (await orUndefined(enrollment.configure(token, publicKey, client)));
      return configured ? ofNetworkDevice(configured, configured.pollToken) : undefined;
    },
    async findOwnDevice(userId, publicKey) {
      // PostgreSQL refuses some of what is no key
      const found = isUsableKey(publicKey) ? await findOwnDevice(db, userId, publicKey) : undefined;
      if (!found) throw new DomainError('device_not_found');
      if (found.suspended_at !== null) throw new DomainError('device_suspended');
      return found.id;
    },
    renewPollToken: (deviceId) =>
      inTransaction(db, async (tx) => {
        const pollToken = randomAlphanumeric(tokenCharacters);
        await setPollToken(tx, deviceId, hashToken(pollToken));
        return read(tx, deviceId, pollToken);
      }),
    async identify(pollToken, userAgent) {
      const polled = await findPolled(hashToken(pollToken).toString('hex'));
      if (!polled) throw new DomainError('poll_token_invalid');
      if (!polled.is_active) throw new DomainError('user_disabled');
      if (polled.is_suspended) throw new DomainError('device_suspended');
      const at = clock.now();
      const since = new Date(at.getTime() - recordMinutes * 60_000);
      if (polled.polled_at === null || polled.polled_at <= since) {
        await recordPoll(db, polled.device_id, { client: describeClient(userAgent), at, since });
      }
      return { id: polled.device_id, fingerprint: polled.fingerprint };
    },
    read: (id) =>
      inSnapshot(db, (tx) => read(tx, id, null)).catch((error: unknown) => {
        const isDeleted = error instanceof DomainError && error.code === 'device_not_found';
        throw isDeleted ? new DomainError('poll_token_invalid') : error;
      }),
  };
}

function ofNetworkDevice(
  { device, place }: Pick<EnrolledDevice, 'device' | 'place'>,
  pollToken: string | null,
): ClientDevice {
  return { device, places: [place], owner: device.added_by, pollToken };
}

async function orUndefined<T>(attempt: Promise<T>): Promise<T | undefined> {
  try {
    return await attempt;
  } catch (error) {
    if (error instanceof DomainError && error.code === 'enrollment_token_invalid') return undefined;
    throw error;
  }
}
