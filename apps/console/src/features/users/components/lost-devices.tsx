import type { UserInfo } from '@gatewarden/contract/users';
import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { failureText } from '../../../lib/failure-text.ts';
import { ListSkeleton } from '../../../ui/skeletons.tsx';
import { userQuery } from '../users.queries.ts';

/** Numbers of devices and locations that the user loses. */
export function LostDevices({ user }: { user: UserInfo }) {
  const { t } = useTranslation('users');
  const details = useQuery({ ...userQuery(user.username), staleTime: 0 });
  if (details.isPending) return <ListSkeleton count={1} />;
  if (details.isError) return <Text c="red">{failureText(details.error)}</Text>;
  const { devices } = details.data;
  if (devices.length === 0) return <Text>{t('lost.none')}</Text>;
  const locations = new Set(devices.flatMap(({ networks }) => networks.map(({ network_id }) => network_id)));
  return (
    <Text>
      {t('lost.all', {
        devices: t('lost.devices', { count: devices.length }),
        locations: t('lost.locations', { count: locations.size }),
      })}
    </Text>
  );
}
