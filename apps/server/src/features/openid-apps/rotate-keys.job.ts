import { z } from 'zod';
import { defineJob } from '../../platform/jobs/job.ts';
import type { SigningKeys } from './provider/signing-keys.ts';

/** Replaces signing keys that are due. Safe to repeat. */
export const defineRotateKeys = (keys: Pick<SigningKeys, 'rotateIfDue'>) =>
  defineJob({
    name: 'openid-apps.rotate-keys',
    input: z.object({}),
    schedule: '25 * * * *',
    retry: { attempts: 3, firstDelaySeconds: 60 },
    run: () => keys.rotateIfDue(),
  });
