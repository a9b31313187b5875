import { AppSettingsForm } from '../forms/app-settings-form.tsx';
import { useApp } from '../use-app.ts';

/** Name, addresses and authentication of an application. */
export function AppSettingsScreen() {
  const app = useApp();
  return app && <AppSettingsForm key={app.client_id} app={app} />;
}
