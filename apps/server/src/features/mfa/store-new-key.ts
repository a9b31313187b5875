import type { Origin } from '../../platform/actor.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { Events } from '../../platform/events/events.ts';
import type { Clock } from '../../ports/clock.ts';
import type { MailService } from '../mail/index.ts';
import { toUserSnapshot, type UserRow } from '../users/index.ts';
import { enableFactors, type NewRecoveryCodes } from './factors.ts';
import './mfa.events.ts';
import { insertKey } from './security-keys.queries.ts';
import type { NewKey } from './webauthn.ts';

interface Dependencies {
  readonly events: Events;
  readonly clock: Clock;
  readonly mail: Pick<MailService, 'sendAccountMail'>;
}

interface VerifiedKey {
  /** From `lockExistingUser`, with locked factors. */
  readonly user: UserRow;
  readonly key: NewKey;
  readonly name: string;
}

/** Stores a verified key, and notifies the user. @throws security_key_taken */
export async function storeNewKey(
  tx: Tx,
  { events, clock, mail }: Dependencies,
  origin: Origin,
  { user, key, name }: VerifiedKey,
): Promise<NewRecoveryCodes> {
  await insertKey(tx, { ...key, user_id: user.id, name, created_at: clock.now() });
  await events.publish(tx, 'mfa.factor-added', origin, { user: toUserSnapshot(user), method: 'WebAuthn', key: name });
  // in case another person added the key
  const { email: to, language, first_name } = user;
  const about = { userId: user.id, change: 'security_key_added', by: 'owner' } as const;
  // a passkey in place of a password adds no second step
  if (key.is_passkey && !user.has_password) {
    await mail.sendAccountMail(tx, about, { to, language, template: 'passkey_added', values: { name: first_name } });
  } else {
    const values = { name: first_name, method: 'security_key' } as const;
    await mail.sendAccountMail(tx, about, { to, language, template: 'second_factor_activated', values });
  }
  return enableFactors(tx, { events, clock }, origin, user);
}
