import { z } from 'zod';
import { activityEvents, activityModules } from './activity-events.names.ts';

export const ActivityModule = z.enum(activityModules);
export type ActivityModule = z.infer<typeof ActivityModule>;

export const ActivityEvent = z.enum(activityEvents);
export type ActivityEvent = z.infer<typeof ActivityEvent>;
