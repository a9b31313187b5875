export { createNotifications } from './notifications.feature.ts';
