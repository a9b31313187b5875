export { addActivityLogRoutes } from './activity-log.routes.ts';
export { createActivityLog } from './activity-log.service.ts';
export { isLogged } from './entries.ts';
export { signActivity } from './make-checkpoint.job.ts';
export { recordActivity } from './record-activity.ts';
export { type Verdict, verifyActivity } from './verify-activity.ts';
