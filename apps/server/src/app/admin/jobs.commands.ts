import { type AdminCommand, done } from '../../features/admin-command.ts';
import type { Feature } from '../../features/feature.ts';
import type { Job } from '../../platform/jobs/job.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';

interface Features {
  readonly all: readonly Feature[];
  readonly jobs: Pick<Jobs, 'runSoon'>;
}

const listJobs: AdminCommand<Features> = {
  name: 'jobs list',
  parameters: [],
  description: 'list the jobs that core runs by itself, with their schedules in UTC',
  async run({ features }) {
    const jobs = scheduledJobs(features);
    const width = Math.max(...jobs.map(({ name }) => name.length));
    const schedules = await Promise.all(
      jobs.map(({ schedule }) => (typeof schedule === 'function' ? schedule() : schedule)),
    );
    return done(
      `${jobs.length} listed`,
      jobs.map(({ name }, index) => `${name.padEnd(width)}  ${schedules[index]}`),
    );
  },
};

const runJob: AdminCommand<Features> = {
  name: 'jobs run',
  parameters: ['job'],
  description: 'have a running core run a job now, whatever its schedule',
  async run({ features }, { values: [name = ''] }) {
    if (!scheduledJobs(features).some((job) => job.name === name))
      return {
        lines: [`There is no job ${name}: \`jobs list\` shows all.`],
        summary: 'refused: no such job',
        succeeded: false,
      };
    const isNew = await features.jobs.runSoon(name);
    return isNew
      ? done('sent', [`${name} runs as soon as a core is free.`])
      : done('was waiting', [`${name} was waiting to run already.`]);
  },
};

export const jobsCommands = [listJobs, runJob] as const;

function scheduledJobs({ all }: Features): Job[] {
  return all.flatMap(({ jobs = [] }) => jobs).filter(({ schedule }) => schedule !== undefined);
}
