import { z } from 'zod';
import type { Cipher } from '../../platform/crypto/cipher.ts';
import { defineJob, type Job } from '../../platform/jobs/jobs.ts';
import { makeCheckpoint } from './checkpoints.ts';

/**
 * Signs every hour what the activity log is. The line in core's own log is a copy that who holds the database does not
 * reach. Safe to run twice: a log that did not grow gets no second one.
 */
export function signActivity(cipher: Cipher): Job {
  return defineJob({
    name: 'activity-log.checkpoint',
    input: z.object({}),
    schedule: '0 * * * *',
    retry: { attempts: 5, firstDelaySeconds: 30 },
    run: async ({ db, clock, log }) => {
      const checkpoint = await makeCheckpoint(db, cipher, clock.now());
      if (!checkpoint) return;
      const { number, entry_id: entry, hash, signature } = checkpoint;
      log.info(
        { number, entry, hash: hash.toString('hex'), signature: signature.toString('base64') },
        'the activity log was signed',
      );
    },
  });
}
