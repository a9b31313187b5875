import type { Config } from '../../platform/config/config.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Events } from '../../platform/events/events.ts';
import type { Log } from '../../platform/log/log.ts';
import type { Secrets } from '../../platform/secrets/secrets.ts';
import type { Clock } from '../../ports/clock.ts';
import type { FindEventRule } from '../event-rules.ts';
import type { Feature } from '../feature.ts';
import { activityLogEvents } from './activity-log.events.ts';
import { addActivityLogRoutes } from './activity-log.routes.ts';
import { createActivityLogService } from './activity-log.service.ts';
import { createExternalCheckpoint } from './external-checkpoint.ts';
import { createLogCheckpoints } from './log-checkpoints.ts';
import { recordActivity } from './record-activity.ts';
import { signActivity } from './sign-activity.job.ts';

interface Dependencies {
  readonly db: Database;
  readonly events: Events;
  readonly secrets: Secrets;
  readonly clock: Clock;
  readonly log: Log;
  readonly config: Pick<Config, 'dataDir'>;
  readonly findEventRule: FindEventRule;
}

/** Records who did what, when and from where. */
export function createActivityLog(dependencies: Dependencies) {
  const { db, config } = dependencies;
  recordActivity(dependencies);
  const checkpoints = createLogCheckpoints({ ...dependencies, external: createExternalCheckpoint(config.dataDir) });
  const feature: Feature = {
    name: 'activity-log',
    addRoutes: (router) => addActivityLogRoutes(router, createActivityLogService({ db }), checkpoints),
    jobs: [signActivity(checkpoints)],
    events: activityLogEvents,
    notices: {
      async log_checkpoint_problem() {
        const problem = await checkpoints.findProblem();
        return problem && { since: problem.since, details: { kind: problem.kind, number: problem.number } };
      },
    },
    async serve() {
      checkpoints.start();
      return undefined;
    },
    stop: checkpoints.stop,
  };
  return { checkpoints, feature };
}
