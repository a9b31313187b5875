import { browserName } from '@gatewarden/contract/browser-name';
import { DomainError } from '@gatewarden/contract/errors';
import type { Origin } from '../../platform/actor.ts';
import { type Database, inTransaction, type Tx } from '../../platform/database/database.ts';
import type { Events } from '../../platform/events/events.ts';
import type { Clock } from '../../ports/clock.ts';
import type { MailService } from '../mail/index.ts';
import { toUserSnapshot, type UserRow } from '../users/index.ts';
import { addRecoveryCodes, type FactorCheck, type FactorOwner, lockExistingUser } from './factors.ts';
import './mfa.events.ts';
import { deleteRecoveryCodes, findFactors, lockFactors } from './mfa.queries.ts';

interface Dependencies {
  readonly db: Database;
  readonly events: Events;
  readonly clock: Clock;
  readonly mail: Pick<MailService, 'sendAccountMail'>;
}

/**
 * Returns the new codes and deletes the former ones in one transaction.
 * @throws no_factor if sign-in asks for no factor; what `check` throws
 */
export type ReplaceRecoveryCodes = (user: FactorOwner, origin: Origin, check?: FactorCheck) => Promise<string[]>;

export function createReplaceRecoveryCodes({ db, events, clock, mail }: Dependencies): ReplaceRecoveryCodes {
  async function notifyOwner(tx: Tx, user: UserRow, { ip, device }: Origin, now: Date): Promise<void> {
    const { email: to, language, first_name: name } = user;
    const browser = browserName(device ?? '') ?? null;
    const values = { name, at: now.toISOString(), address: ip ?? '–', browser };
    const about = { userId: user.id, change: 'recovery_codes_replaced', by: 'owner' } as const;
    await mail.sendAccountMail(tx, about, { to, language, template: 'recovery_codes_replaced', values });
  }

  return ({ userId }, origin, check) =>
    inTransaction(db, async (tx) => {
      await check?.(tx);
      const user = await lockExistingUser(tx, userId);
      // of two concurrent calls, the second deletes the codes of the first: there is never a mixed set
      await lockFactors(tx, userId);
      if (!(await findFactors(tx, userId)).isEnabled) throw new DomainError('no_factor');
      const now = clock.now();
      await deleteRecoveryCodes(tx, userId);
      const codes = await addRecoveryCodes(tx, userId, now);
      await events.publish(tx, 'mfa.recovery-codes-replaced', origin, { user: toUserSnapshot(user) });
      await notifyOwner(tx, user, origin, now);
      return codes;
    });
}
