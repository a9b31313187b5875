import { getRouteApi } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useMe } from '../../auth/index.ts';
import { DevicePage } from '../components/device-page.tsx';

const route = getRouteApi('/signed-in/me/devices/$deviceId');

/** A device of the signed-in user. */
export function OwnDeviceScreen() {
  const { t } = useTranslation('devices');
  const { deviceId } = route.useParams();
  const { username } = useMe();
  return (
    <DevicePage
      key={deviceId}
      owner={username}
      deviceId={deviceId}
      above={[{ label: t('page.own_list'), to: '/me' }]}
      list={{ to: '/me' }}
    />
  );
}
