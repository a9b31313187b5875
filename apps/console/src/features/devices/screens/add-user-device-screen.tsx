import { getRouteApi } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { AddDeviceScreen } from './add-device-screen.tsx';

const route = getRouteApi('/signed-in/admin/users/$username/devices/new');

/** Wizard for a device of another user. */
export function AddUserDeviceScreen() {
  const { t } = useTranslation('devices');
  const { username } = route.useParams();
  const devices = `/users/${encodeURIComponent(username)}/devices`;
  return (
    <AddDeviceScreen
      username={username}
      title={t('add.title_of', { username })}
      above={[{ label: username, to: devices }]}
      returnTo={devices}
    />
  );
}
