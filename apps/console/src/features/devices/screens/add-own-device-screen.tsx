import { useTranslation } from 'react-i18next';
import { useMe } from '../../auth/index.ts';
import { AddDeviceScreen } from './add-device-screen.tsx';

/** Adds a device of the signed-in user. */
export function AddOwnDeviceScreen() {
  const { t } = useTranslation(['devices', 'common']);
  const { username, first_name } = useMe();
  return (
    <AddDeviceScreen
      username={username}
      firstName={first_name}
      title={t('add.title')}
      above={[{ label: t('common:shell.profile'), to: '/me' }]}
      returnTo="/me"
    />
  );
}
