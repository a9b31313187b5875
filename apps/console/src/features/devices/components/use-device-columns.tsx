import type { ListedDevice } from '@gatewarden/contract/traffic';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { personName } from '../../../lib/format/person-name.ts';
import { PersonLink } from '../../../ui/person-link.tsx';
import type { Column } from '../../../ui/table/column.ts';
import { TimeCell } from '../../../ui/table/time-cell.tsx';
import { connectedTo } from '../filter-devices.ts';
import { AddressCell, DeviceCell, KeyCell, type LocationNames, SeenCell } from './device-cells.tsx';

/** Sorted after each time: what is connected comes after what was. */
const connectedNow = 'z';

/** All columns of the list of devices. */
export function useDeviceColumns(names: LocationNames): readonly Column<ListedDevice>[] {
  const { t } = useTranslation('devices');
  return useMemo(
    () => [
      {
        id: 'name',
        header: t('field.name'),
        share: 2.7,
        sortValue: ({ name }) => name,
        cell: (device) => <DeviceCell device={device} />,
      },
      {
        id: 'owner',
        header: t('page.owner'),
        share: 2.4,
        optional: true,
        sortValue: (device) => personName(device),
        cell: (device) => <PersonLink person={device} />,
      },
      {
        id: 'addresses',
        header: t('page.addresses'),
        share: 2.4,
        optional: true,
        from: 'wide',
        sortValue: ({ networks }) => networks[0]?.wireguard_ips[0],
        cell: (device) => <AddressCell device={device} names={names} />,
      },
      {
        id: 'seen',
        header: t('all.seen'),
        share: 2.3,
        optional: true,
        descendingFirst: true,
        sortValue: (device) =>
          connectedTo(device).length > 0 ? connectedNow : (device.last_connected_at ?? undefined),
        cell: (device) => <SeenCell device={device} names={names} />,
      },
      {
        id: 'added',
        header: t('field.added'),
        share: 1.4,
        optional: 'hidden',
        descendingFirst: true,
        sortValue: ({ created }) => created,
        cell: ({ created }) => <TimeCell at={created} />,
      },
      {
        id: 'description',
        header: t('field.description'),
        share: 2,
        optional: 'hidden',
        sortValue: ({ description }) => description ?? undefined,
        cell: ({ description }) => description ?? '–',
      },
      {
        id: 'key',
        header: t('field.public_key'),
        share: 2,
        optional: 'hidden',
        sortValue: ({ wireguard_pubkey: key }) => key,
        cell: (device) => <KeyCell device={device} />,
      },
    ],
    [t, names],
  );
}
