import { Menu } from '@mantine/core';
import { IconPlugConnectedX } from '@tabler/icons-react';
import { type ComponentProps, Suspense, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { personName } from '../../../lib/format/person-name.ts';
import { formatBytes } from '../../../lib/format/quantity.ts';
import { ActionsMenu } from '../../../ui/actions-menu.tsx';
import type { Direction } from '../../../ui/chart/direction.ts';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import type { Column } from '../../../ui/table/column.ts';
import { DataTable } from '../../../ui/table/data-table.tsx';
import { TimeCell } from '../../../ui/table/time-cell.tsx';
import { EndSessionDialog } from '../../location-mfa/index.ts';
import { type ConnectedDevice, type ConnectedOwner, deviceRows, transferred } from '../connected-devices.ts';
import { ConnectedDeviceName } from './connected-device-name.tsx';
import { DeviceSparkline, useDevicesPeak } from './device-sparkline.tsx';
import { PersonLink } from './person-link.tsx';

export interface ConnectedListProps {
  locationId: number;
  owners: readonly ConnectedOwner[];
  hours: number;
  /** Time of the response. */
  at: Date;
}

/** One row per connected device. */
export function ConnectedRows({ locationId, owners, hours, at }: ConnectedListProps) {
  const { t } = useTranslation('traffic');
  const rows = useMemo(() => deviceRows(owners), [owners]);
  const [ended, setEnded] = useState<EndedSession>();
  const hasSessions = rows.some(({ device }) => device.mfa_expires_at !== null);
  const columns = useColumns(hours, at, { peak: useDevicesPeak(owners, { hours, at }), hasSessions });
  return (
    <>
      <DataTable
        label={t('connected.title')}
        data={rows}
        columns={columns}
        getId={({ device }) => String(device.id)}
        getName={({ user, device }) => (user ? `${personName(user)}, ${device.name}` : device.name)}
        empty={null}
        {...(hasSessions && {
          rowActions: (row: ConnectedDevice) => <SessionMenu of={row} onEnd={setEnded} />,
        })}
      />
      {ended && (
        <Suspense>
          <EndSessionDialog locationId={locationId} {...ended} onClose={() => setEnded(undefined)} />
        </Suspense>
      )}
    </>
  );
}

type EndedSession = Pick<ComponentProps<typeof EndSessionDialog>, 'session' | 'owner'>;

/** Nothing for a device without a session. */
function SessionMenu({ of: { user, device }, onEnd }: { of: ConnectedDevice; onEnd: (session: EndedSession) => void }) {
  const { t } = useTranslation('traffic');
  if (!user || device.mfa_expires_at === null) return null;
  const session = { device_id: device.id, device: device.name, is_connected: true };
  return (
    <ActionsMenu label={t('connected.menu', { device: device.name })}>
      <Menu.Item
        leftSection={<IconPlugConnectedX size="1rem" />}
        onClick={() => onEnd({ session, owner: personName(user) })}
      >
        {t('connected.disconnect')}
      </Menu.Item>
    </ActionsMenu>
  );
}

interface Shown {
  peak: number;
  /** Whether a device connected with two-factor authentication. */
  hasSessions: boolean;
}

function useColumns(hours: number, at: Date, { peak, hasSessions }: Shown): Column<ConnectedDevice>[] {
  const { t, i18n } = useTranslation(['traffic', 'common']);
  return useMemo(() => {
    const bytes = (direction: Direction): Column<ConnectedDevice> => ({
      id: direction,
      header: t(`common:traffic.${direction}`),
      cell: ({ device }) => formatBytes(transferred(device)[direction], i18n.language),
      align: 'end',
    });
    return [
      { id: 'person', header: t('column.person'), cell: ({ user }) => <PersonLink user={user} />, share: 1.75 },
      {
        id: 'device',
        header: t('column.device'),
        cell: ({ device, user }) => <ConnectedDeviceName device={device} user={user} />,
        share: 1.5,
      },
      {
        id: 'addresses',
        header: t('column.addresses'),
        cell: ({ device }) => device.wireguard_ips.join(', '),
        share: 1.75,
        from: 'desktop',
      },
      {
        id: 'public_ip',
        header: t('column.public_ip'),
        cell: ({ device }) => device.public_ip ?? '–',
        share: 1.5,
        from: 'wide',
      },
      {
        id: 'since',
        header: t('column.since'),
        cell: ({ device }) => <RelativeTime at={device.connected_at} />,
        share: 1.5,
      },
      ...(hasSessions ? [sessionColumn(t('column.two_factor'))] : []),
      bytes('down'),
      bytes('up'),
      {
        id: 'course',
        header: t('column.course'),
        cell: ({ device }) => <DeviceSparkline device={device} hours={hours} at={at} peak={peak} inRow />,
        share: 1.5,
        from: 'wide',
      },
    ];
  }, [t, i18n.language, hours, at, peak, hasSessions]);
}

function sessionColumn(header: string): Column<ConnectedDevice> {
  return {
    id: 'two_factor',
    header,
    cell: ({ device: { mfa_expires_at: until } }) => (until === null ? '–' : <TimeCell at={until} />),
    share: 1.5,
    from: 'desktop',
  };
}
