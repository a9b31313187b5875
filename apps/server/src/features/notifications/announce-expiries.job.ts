import { z } from 'zod';
import { type Database, inTransaction } from '../../platform/database/database.ts';
import { toNaive } from '../../platform/http/naive-timestamp.ts';
import { defineJob, type Job } from '../../platform/jobs/job.ts';
import type { FindAttention } from '../feature.ts';
import { listExpiringTokens } from './expiring-tokens.queries.ts';
import type { Notify } from './notifications.service.ts';

interface Dependencies {
  readonly notify: Notify;
  /** Finds the certificate that core could not renew; undefined if no feature knows it. */
  readonly findCertificate: () => FindAttention | undefined;
}

const day = 24 * 3_600_000;
/** Of one run; the next one announces the others. */
const tokensPerRun = 500;

/** Notifies of certificates and API tokens that expire, once each. Safe to repeat. */
export function announceExpiries({ notify, findCertificate }: Dependencies): Job {
  return defineJob({
    name: 'notifications.announce-expiries',
    input: z.object({}),
    schedule: '23 * * * *',
    retry: { attempts: 3, firstDelaySeconds: 60 },
    async run({ db, clock }) {
      await announceTokens(db, clock.now(), notify);
      for (const { details = {} } of (await findCertificate()?.()) ?? []) {
        await inTransaction(db, (tx) =>
          notify(tx, 'administrators', {
            kind: 'certificate_expires',
            key: `certificate:${details['expires_at']}`,
            forAdministrators: true,
            details,
            isOnce: true,
          }),
        );
      }
    },
  });
}

async function announceTokens(db: Database, now: Date, notify: Notify): Promise<void> {
  const until = new Date(now.getTime() + 14 * day);
  const createdBefore = new Date(now.getTime() - day);
  for (const token of await listExpiringTokens(db, { now, until, createdBefore, limit: tokensPerRun })) {
    const notification = {
      kind: 'api_token_expires',
      key: `api_token:${token.id}`,
      subject: { type: 'api_token', id: String(token.id), name: token.name },
      details: { username: token.username, expires_at: toNaive(token.expires_at) },
      isOnce: true,
    } as const;
    await inTransaction(db, async (tx) => {
      await notify(tx, [token.user_id], notification);
      if (token.is_admin) await notify(tx, 'administrators', { ...notification, forAdministrators: true });
    });
  }
}
