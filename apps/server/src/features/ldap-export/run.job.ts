import { z } from 'zod';
import { defineJob, type Job } from '../../platform/jobs/job.ts';
import { type RunDependencies, runExport } from './run-export.ts';

const input = z.object({});
/** The schedule repeats what failed. */
const retry = { attempts: 0, firstDelaySeconds: 0 };

/** Enqueued with each change. Safe to repeat: it writes the current state. */
export function writeLdapChanges(dependencies: RunDependencies): Job {
  return defineJob({ name: 'ldap-export.write', input, retry, run: () => runExport(dependencies) });
}

/** Tries again what failed, and compares when that is due. Safe to repeat. */
export function runDueLdapExport(dependencies: RunDependencies): Job {
  return defineJob({
    name: 'ldap-export.run-due',
    input,
    schedule: '* * * * *',
    retry,
    run: () => runExport(dependencies),
  });
}
