import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Callout } from '../../../ui/callout.tsx';
import { ButtonLink } from '../../../ui/links.tsx';
import { useMe } from '../../auth/index.ts';
import { devicesOfUserQuery } from '../devices.queries.ts';

interface Props {
  /** Absent: all locations. */
  locationId?: number;
}

/** Offers to add a device, for users without a device in the location. */
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

/** Whether the signed-in user has no device in the location, or, if it is undefined, in any; false while unknown. */
export function useLacksDevice(locationId: number | undefined): boolean {
  const devices = useQuery(devicesOfUserQuery(useMe().username)).data;
  const isInLocation = ({ network_id }: { network_id: number }) =>
    locationId === undefined || network_id === locationId;
  return devices !== undefined && !devices.some(({ networks }) => networks.some(isInLocation));
}
