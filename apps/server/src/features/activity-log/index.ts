export { createActivityLog } from './activity-log.feature.ts';
export { activityCommands } from './verify-activity.command.ts';
