import { DomainError } from '@gatewarden/contract/errors';
import type { Signer } from '../../platform/crypto/signer.ts';
import { hashToken } from '../../platform/crypto/tokens.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Events } from '../../platform/events/events.ts';
import type { Clock } from '../../ports/clock.ts';
import { collectKey } from './collect-key.ts';
import type { ConnectAttempts } from './connect-attempts.ts';
import * as queries from './location-mfa.queries.ts';

/** Clients of devices that wait until a phone of the owner approves. */
export interface ApprovalWaits {
  /**
   * Waits for the approval, at this or another replica; it can have happened before. `key` is the preshared key, 32 bytes, and
   * undefined if the attempt ends or `signal` is aborted. The key of an attempt is returned once.
   * @throws connect_token_invalid, connect_attempt_missing; connect_refused while another client waits for this attempt here
   */
  begin(token: string, signal: AbortSignal): Promise<{ readonly key: Promise<Buffer | undefined> }>;
  /** Messages of other replicas may have been lost. */
  checkAll(): void;
}

interface Dependencies {
  readonly db: Database;
  readonly events: Pick<Events, 'onCommitted'>;
  readonly clock: Clock;
  readonly signer: Signer;
  readonly attempts: Pick<ConnectAttempts, 'requireApprovable'>;
}

interface Wait {
  readonly deviceId: number;
  check(): void;
  end(): void;
}

export function createApprovalWaits({ db, events, clock, signer, attempts }: Dependencies): ApprovalWaits {
  const waits = new Map<string, Wait>();

  events.onCommitted(({ type, payload }) => {
    if (type !== 'location-mfa.connected') return;
    // an event that is too large for a notification has no payload
    const deviceId = (payload as { deviceId: number } | undefined)?.deviceId;
    for (const wait of waits.values()) if (deviceId === undefined || deviceId === wait.deviceId) wait.check();
  });

  function waitFor(tokenHash: Buffer, attempt: queries.Attempt, signal: AbortSignal): Promise<Buffer | undefined> {
    const id = tokenHash.toString('base64');
    const { promise, resolve, reject } = Promise.withResolvers<Buffer | undefined>();
    const end = () => resolve(undefined);
    const milliseconds = attempt.expires_at.getTime() - clock.now().getTime();
    const timer = setTimeout(end, milliseconds);
    signal.addEventListener('abort', end);
    // one after the other, because a key is returned once
    let checks = Promise.resolve();
    const check = () => {
      checks = checks
        .then(() => collectKey({ db, signer }, tokenHash))
        .then((key) => {
          if (key !== 'pending') resolve(key);
        }, reject);
    };
    waits.set(id, { deviceId: attempt.device_id, check, end });
    check();
    return promise.finally(() => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      waits.delete(id);
    });
  }

  /** So that a device has no more waits than attempts, of which newer ones replaced some. */
  async function endReplaced(deviceId: number): Promise<void> {
    const ofDevice = [...waits].filter(([, wait]) => wait.deviceId === deviceId);
    if (ofDevice.length === 0) return;
    const current = new Set((await queries.listAttemptsOf(db, deviceId)).map((hash) => hash.toString('base64')));
    for (const [id, wait] of ofDevice) if (!current.has(id)) wait.end();
  }

  return {
    async begin(token, signal) {
      const attempt = await attempts.requireApprovable(token);
      const tokenHash = hashToken(token);
      await endReplaced(attempt.device_id);
      if (waits.has(tokenHash.toString('base64'))) throw new DomainError('connect_refused');
      return { key: signal.aborted ? Promise.resolve(undefined) : waitFor(tokenHash, attempt, signal) };
    },
    checkAll() {
      for (const wait of waits.values()) wait.check();
    },
  };
}
