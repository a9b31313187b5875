export { createNotices } from './notices.feature.ts';
export type { NoticesService } from './notices.service.ts';
