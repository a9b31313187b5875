import type { NetworkDevice } from '@gatewarden/contract/network-devices';
import { Menu } from '@mantine/core';
import { IconChartAreaLine, IconFileText, IconPencil, IconPower, IconTerminal2, IconTrash } from '@tabler/icons-react';
import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { ActionsMenu } from '../../../ui/actions-menu.tsx';
import { DangerItem } from '../../../ui/danger-item.tsx';
import { MenuLink } from '../../../ui/links.tsx';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import { RowLink } from '../../../ui/row-link.tsx';
import { StatusBadge } from '../../../ui/status-badge.tsx';
import type { Column } from '../../../ui/table/column.ts';
import { DataTable } from '../../../ui/table/data-table.tsx';
import type { PhoneRow } from '../../../ui/table/list-props.ts';

export type NetworkDeviceAction = 'switch_on' | 'edit' | 'config' | 'token' | 'delete';

interface Props {
  devices: readonly NetworkDevice[];
  onAction: (action: NetworkDeviceAction, device: NetworkDevice) => void;
  empty: ReactNode;
}

export function NetworkDeviceTable({ devices, onAction, empty }: Props) {
  const { t } = useTranslation('network-devices');
  const columns = useColumns();
  const phone: PhoneRow<NetworkDevice> = {
    line2: (device) => (
      <>
        {!isInService(device) && (
          <>
            <DeviceStatus device={device} />
            {' · '}
          </>
        )}
        {device.location.name} · {device.assigned_ips.join(', ')}
      </>
    ),
  };
  return (
    <DataTable
      label={t('title')}
      data={devices}
      columns={columns}
      phone={phone}
      getId={({ id }) => String(id)}
      getName={({ name }) => name}
      rowActions={(device) => (
        <ActionsMenu label={t('menu.label', { device: device.name })}>
          {device.stopped_at !== null && (
            <Menu.Item leftSection={<IconPower size="1rem" />} onClick={() => onAction('switch_on', device)}>
              {t('menu.switch_on')}
            </Menu.Item>
          )}
          <Menu.Item leftSection={<IconPencil size="1rem" />} onClick={() => onAction('edit', device)}>
            {t('menu.edit')}
          </Menu.Item>
          {device.configured && (
            <Menu.Item leftSection={<IconFileText size="1rem" />} onClick={() => onAction('config', device)}>
              {t('menu.config')}
            </Menu.Item>
          )}
          <MenuLink
            to="/network-devices/$deviceId/traffic"
            params={{ deviceId: String(device.id) }}
            leftSection={<IconChartAreaLine size="1rem" />}
          >
            {t('menu.traffic')}
          </MenuLink>
          <Menu.Item leftSection={<IconTerminal2 size="1rem" />} onClick={() => onAction('token', device)}>
            {t('menu.token')}
          </Menu.Item>
          <DangerItem leftSection={<IconTrash size="1rem" />} onClick={() => onAction('delete', device)}>
            {t('menu.delete')}
          </DangerItem>
        </ActionsMenu>
      )}
      opens
      empty={empty}
    />
  );
}

function isInService({ configured, stopped_at: stopped }: NetworkDevice): boolean {
  return configured && stopped === null;
}

function DeviceStatus({ device }: { device: NetworkDevice }) {
  const { t } = useTranslation('network-devices');
  if (device.stopped_at !== null) return <StatusBadge tone="danger">{t('stopped')}</StatusBadge>;
  return (
    <StatusBadge tone={device.configured ? 'success' : 'warning'}>
      {t(device.configured ? 'configured' : 'not_configured')}
    </StatusBadge>
  );
}

function useColumns(): readonly Column<NetworkDevice>[] {
  const { t } = useTranslation('network-devices');
  return useMemo(
    () => [
      {
        id: 'name',
        header: t('field.name'),
        share: 1.5,
        cell: ({ id, name }) => (
          <RowLink to="/network-devices/$deviceId/traffic" params={{ deviceId: String(id) }} title={name}>
            {name}
          </RowLink>
        ),
      },
      {
        id: 'state',
        header: t('field.state'),
        share: 1.8,
        cell: (device) => <DeviceStatus device={device} />,
      },
      { id: 'location', header: t('field.location'), share: 1, cell: ({ location }) => location.name },
      {
        id: 'addresses',
        header: t('field.addresses'),
        share: 2,
        cell: ({ assigned_ips: ips }) => ips.join(', '),
      },
      {
        id: 'description',
        header: t('field.description'),
        share: 1.5,
        from: 'wide',
        cell: ({ description }) => description ?? '–',
      },
      {
        id: 'added',
        header: t('field.added'),
        share: 1.2,
        from: 'wide',
        cell: ({ added_by: by, added_date: at }) => (
          <>
            {by}, <RelativeTime at={at} />
          </>
        ),
      },
    ],
    [t],
  );
}
