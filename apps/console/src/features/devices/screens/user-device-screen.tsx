import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { personName } from '../../../lib/format/person-name.ts';
import { TextLink } from '../../../ui/links.tsx';
import { DevicePage } from '../components/device-page.tsx';
import { ownerQuery } from '../devices.queries.ts';

const route = getRouteApi('/signed-in/admin/users/$username/devices/$deviceId');

/** A device of a user, for administrators. */
export function UserDeviceScreen() {
  const { t } = useTranslation(['devices', 'common']);
  const { username, deviceId } = route.useParams();
  const owner = useQuery(ownerQuery(username)).data;
  const name = owner ? personName(owner) : username;
  const params = { username };
  return (
    <DevicePage
      key={`${username}/${deviceId}`}
      owner={username}
      deviceId={deviceId}
      above={[
        { label: t('common:navigation.users'), to: '/users' },
        { label: name, to: `/users/${encodeURIComponent(username)}/devices` },
      ]}
      ownerFact={{
        label: t('page.owner'),
        value: (
          <TextLink to="/users/$username" params={params}>
            {name}
          </TextLink>
        ),
      }}
      list={{ to: '/users/$username/devices', params }}
    />
  );
}
