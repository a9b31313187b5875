import { z } from 'zod';
import { bySystem } from '../../platform/actor.ts';
import { inTransaction } from '../../platform/database/database.ts';
import type { Events } from '../../platform/events/events.ts';
import { defineJob } from '../../platform/jobs/job.ts';
import { locationsOf, unite } from './deploy.ts';
import { recordVersion } from './history.queries.ts';
import { lockDeployments, markExpiredRules } from './rules.queries.ts';

/**
 * Ends deployed rules whose time has come, each minute. Safe to run twice: a rule that has expired is not found again.
 */
export const expireRules = (events: Events) =>
  defineJob({
    name: 'access.expire-rules',
    input: z.object({}),
    schedule: '* * * * *',
    retry: { attempts: 3, firstDelaySeconds: 5 },
    run: ({ db, clock }) =>
      inTransaction(db, async (tx) => {
        await lockDeployments(tx);
        const expired = await markExpiredRules(tx, clock.now());
        if (expired.length === 0) return;
        const rules = expired.map(({ id, name }) => ({ id, name }));
        await recordVersion(tx, {
          at: clock.now(),
          kind: 'expired',
          username: null,
          override_reason: null,
          changes: rules.map((rule) => ({ object: 'rule', ...rule, change: 'expired' })),
        });
        const locations = unite(expired.map(locationsOf));
        await events.publish(tx, 'access.rules-expired', bySystem, { rules, locations });
      }),
  });
