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
  const values = { name: user.first_name, method: 'security_key' } as const;
  const { email: to, language } = user;
  const about = { userId: user.id, change: 'security_key_added', by: 'owner' } as const;
  await mail.sendAccountMail(tx, about, { to, language, template: 'second_factor_activated', values });
  return enableFactors(tx, { events, clock }, origin, user);
}
