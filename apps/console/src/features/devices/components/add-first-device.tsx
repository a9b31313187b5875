import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Callout } from '../../../ui/callout.tsx';
import { ButtonLink } from '../../../ui/links.tsx';
import { useMe } from '../../auth/index.ts';
import { locationUsageQuery } from '../../locations/index.ts';
import { devicesOfUserQuery } from '../devices.queries.ts';

interface Props {
  /** Absent: all locations. */
  locationId?: number;
}

/** Offers to add the first device of the location, or the first own one if no location is given. */
export function AddFirstDevice({ locationId }: Props) {
  const { t } = useTranslation('devices');
  if (!useLacksDevice(locationId)) return null;
  return (
    <Callout tone="info" title={t('first.title')} my="lg" action={<AddDeviceLink />}>
      {t('first.text')}
    </Callout>
  );
}

export function AddDeviceLink() {
  const { t } = useTranslation('devices');
  return (
    <ButtonLink to="/me/devices/new" leftSection={<IconPlus size="1rem" />}>
      {t('list.add')}
    </ButtonLink>
  );
}

/**
 * Whether no user has a device in the location, or, if it is undefined, the signed-in user has none in any; false while
 * unknown. Where others have devices, one of the administrator’s own is no step of the setup.
 */
export function useLacksDevice(locationId: number | undefined): boolean {
  const own = useQuery(devicesOfUserQuery(useMe().username)).data;
  const isInLocation = ({ network_id }: { network_id: number }) =>
    locationId === undefined || network_id === locationId;
  const lacksOwn = own !== undefined && !own.some(({ networks }) => networks.some(isInLocation));
  const usage = useQuery({ ...locationUsageQuery(locationId ?? 0), enabled: lacksOwn && locationId !== undefined });
  return lacksOwn && (locationId === undefined || usage.data?.user_devices === 0);
}
