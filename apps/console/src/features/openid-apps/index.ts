export { AuthorizedApps } from './components/authorized-apps.tsx';
export { Launcher } from './components/launcher.tsx';
export { launcherQuery } from './openid-apps.queries.ts';
