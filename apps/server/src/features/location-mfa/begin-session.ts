import { randomBytes } from 'node:crypto';
import type { Origin } from '../../platform/actor.ts';
import type { Signer } from '../../platform/crypto/signer.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { Events } from '../../platform/events/events.ts';
import { markPresharedKeyDevice } from './browser-connect.queries.ts';
import './location-mfa.events.ts';
import * as queries from './location-mfa.queries.ts';
import type { Phone } from './phones.queries.ts';
import { derivePresharedKey, digestPresharedKey } from './preshared-key.ts';

/** What was proved, with what and by whom. */
export interface Proven {
  readonly method: queries.Method;
  readonly phone?: Phone | undefined;
  readonly securityKeyId?: number | undefined;
  /** Where the owner signed in; null or absent for other methods. */
  readonly providerId?: number | null;
  /** Whether the owner proved it in the console. */
  readonly isInBrowser?: true;
  readonly origin: Origin;
  readonly now: Date;
}

export interface BeginSession {
  /** Begins the session of a device with a client, and returns its preshared key, 32 bytes. */
  withPresharedKey(tx: Tx, found: queries.Candidate, proven: Proven): Promise<Buffer>;
  /** Begins the session of a device whose configuration cannot change. */
  withoutPresharedKey(tx: Tx, found: queries.Candidate, proven: Proven): Promise<void>;
}

interface Dependencies {
  readonly events: Pick<Events, 'publish'>;
  readonly signer: Signer;
  /** Updates what gateways of the location run. */
  readonly onChanged: (tx: Tx, assignment: { device_id: number; location_id: number }) => Promise<void>;
}

const nonceBytes = 16;

/** When a session of this candidate that begins now ends at the latest. */
export function endOfSession({ sessionHours }: Pick<queries.Candidate, 'sessionHours'>, now: Date): Date {
  return new Date(now.getTime() + sessionHours * 3_600_000);
}

/** Sessions replace earlier ones of the device in the location. */
export function createBeginSession({ events, signer, onChanged }: Dependencies): BeginSession {
  async function begin(tx: Tx, found: queries.Candidate, proven: Proven, preshared?: { nonce: Buffer; key: Buffer }) {
    const { method, phone, securityKeyId, providerId = null, isInBrowser, origin, now } = proven;
    const until = endOfSession(found, now);
    const assignment = { device_id: found.deviceId, location_id: found.locationId };
    await queries.replaceSession(tx, {
      ...{ ...assignment, method, authorized_at: now, expires_at: until },
      ...{ key_nonce: preshared?.nonce ?? null, key_digest: preshared ? digestPresharedKey(preshared.key) : null },
      ...{ phone_id: phone?.id ?? null, security_key_id: securityKeyId ?? null, provider_id: providerId },
    });
    await events.publish(tx, 'location-mfa.connected', origin, {
      ...{ ...queries.connectionOf(found), method, until: until.toISOString() },
      ...(phone && phone.id !== found.deviceId && { approvedWith: { id: phone.id, name: phone.name } }),
      ...(isInBrowser && { inBrowser: true }),
      ...(!preshared && { withoutPresharedKey: true }),
    });
    await onChanged(tx, assignment);
  }

  return {
    async withPresharedKey(tx, found, proven) {
      await markPresharedKeyDevice(tx, found.deviceId);
      const nonce = randomBytes(nonceBytes);
      const key = derivePresharedKey(signer, nonce);
      await begin(tx, found, proven, { nonce, key });
      return key;
    },
    withoutPresharedKey: begin,
  };
}
