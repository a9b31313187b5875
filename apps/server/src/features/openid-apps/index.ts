export { createOpenidApps } from './openid-apps.feature.ts';
