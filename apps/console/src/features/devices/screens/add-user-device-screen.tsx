import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { personName } from '../../../lib/format/person-name.ts';
import { useMe } from '../../auth/index.ts';
import { ownerQuery } from '../devices.queries.ts';
import { AddDeviceScreen } from './add-device-screen.tsx';

const route = getRouteApi('/signed-in/admin/users/$username/devices/new');

/** Adds a device of another user, whose private key the administrator hands over. */
export function AddUserDeviceScreen() {
  const { t } = useTranslation('devices');
  const { username } = route.useParams();
  const isOwn = useMe().username === username;
  const owner = useQuery(ownerQuery(username));
  const name = owner.data ? personName(owner.data) : username;
  const devices = `/users/${encodeURIComponent(username)}/devices`;
  return (
    <AddDeviceScreen
      username={username}
      firstName={owner.isPending ? undefined : (owner.data?.first_name ?? '')}
      {...(!isOwn && { recipient: name })}
      title={isOwn ? t('add.title') : t('add.title_of', { name })}
      above={[{ label: name, to: devices }]}
      returnTo={devices}
    />
  );
}
