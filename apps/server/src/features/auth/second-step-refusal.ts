import { browserName } from '@gatewarden/contract/browser-name';
import type { Origin } from '../../platform/actor.ts';
import { type Database, inTransaction, type Tx } from '../../platform/database/database.ts';
import type { Events } from '../../platform/events/events.ts';
import type { Clock } from '../../ports/clock.ts';
import type { MailService } from '../mail/index.ts';
import { findUserById, toUserSnapshot, type UserRow } from '../users/index.ts';
import { attributeToUser } from './attribute-to-user.ts';
import type { SecondFactor } from './auth.events.ts';
import * as attempts from './code-attempts.queries.ts';
import type { RefusalLog } from './refusal-log.ts';

export interface RefusedProof {
  readonly method: SecondFactor;
  readonly reason: string;
  /** Counts wrong codes; undefined for a proof that cannot be guessed. */
  readonly attemptKey: string | undefined;
  readonly attempt: attempts.AllowedCodeAttempt | undefined;
}

interface Dependencies {
  readonly db: Database;
  readonly events: Events;
  readonly clock: Clock;
  readonly refusals: RefusalLog;
  readonly mail: Pick<MailService, 'sendMail'>;
}

/** Logs a refused proof within the limits of the refusal log. Codes that have to wait are logged and mailed as well. */
export type RecordRefusedProof = (userId: number, origin: Origin, refused: RefusedProof) => Promise<void>;

export function createSecondStepRefusal({ db, events, clock, refusals, mail }: Dependencies): RecordRefusedProof {
  async function warnOwner(tx: Tx, user: UserRow, { ip, device }: Origin, failures: number): Promise<void> {
    const { email: to, language, first_name: name } = user;
    const browser = browserName(device ?? '') ?? null;
    const values = { name, failures, at: clock.now().toISOString(), address: ip ?? '–', browser };
    await mail.sendMail(tx, { to, language, template: 'wrong_codes', values });
  }

  return async (userId, origin, { method, reason, attemptKey, attempt }) => {
    await refusals.record(userId, (tx, user) =>
      events.publish(tx, 'user.second-factor-refused', attributeToUser(origin, user), {
        user: toUserSnapshot(user),
        method,
        reason,
      }),
    );
    if (!attemptKey || !attempt || attempt.waitSeconds === 0) return;
    await inTransaction(db, async (tx) => {
      const user = await findUserById(tx, userId);
      if (!user) return;
      const by = attributeToUser(origin, user);
      const minutes = Math.ceil(attempt.waitSeconds / 60);
      const { failures } = attempt;
      await events.publish(tx, 'user.second-factor-locked', by, { user: toUserSnapshot(user), failures, minutes });
      if (await attempts.claimCodeAttemptsMail(tx, attemptKey, clock.now()))
        await warnOwner(tx, user, origin, failures);
    });
  };
}
