import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { AccessForm } from '../forms/access-form.tsx';
import { useApp } from '../use-app.ts';

/** Who can sign in to an application. */
export function AppAccessScreen() {
  const { t } = useTranslation('openid-apps');
  const app = useApp();
  if (app?.kind === 'machine') return <Text c="dimmed">{t('access.machine')}</Text>;
  return app && <AccessForm key={app.client_id} app={app} />;
}
