export { addActivityLogRoutes } from './activity-log.routes.ts';
export { createActivityLog } from './activity-log.service.ts';
export { createLogCheckpoints } from './checkpoint-keeper.ts';
export { isLogged } from './entries.ts';
export { createExternalCheckpoint, readCheckpointFile } from './external-checkpoint.ts';
export { signActivity } from './make-checkpoint.job.ts';
export { recordActivity } from './record-activity.ts';
export type { Verdict } from './verify-activity.ts';
