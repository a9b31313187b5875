import type { LocationInfo } from '@gatewarden/contract/locations';
import type { DeviceStats } from '@gatewarden/contract/traffic';
import { IconServer } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { formatBytes } from '../../../lib/format/quantity.ts';
import { Avatar } from '../../../ui/avatar.tsx';
import { directions } from '../../../ui/chart/direction.ts';
import { FactList } from '../../../ui/fact-list.tsx';
import { ButtonLink } from '../../../ui/links.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import type { Peek } from '../../../ui/table/list-props.ts';
import { transferred } from '../connected-devices.ts';
import { mapHours } from '../map-data.ts';

/** The facts about a connected network device in a drawer. It has no page: the devices of its location are opened. */
export function useNetworkDevicePeek(): (device: DeviceStats, location: LocationInfo) => Peek {
  const { t } = useTranslation(['traffic', 'common']);
  return (device, { id, name }) => ({
    title: device.name,
    icon: (
      <Avatar name={device.name} size="md">
        <IconServer size="1.25rem" />
      </Avatar>
    ),
    state: `${t('connected.network_device')} · ${name}`,
    open: (
      <ButtonLink
        to="/locations/$locationId/devices"
        params={{ locationId: String(id) }}
        search={{ q: device.name }}
        variant="default"
        size="compact-sm"
      >
        {t('common:peek.open')}
      </ButtonLink>
    ),
    content: <Facts device={device} />,
  });
}

function Facts({ device }: { device: DeviceStats }) {
  const { t, i18n } = useTranslation(['traffic', 'common']);
  const addresses = device.wireguard_ips.join(', ');
  const bytes = transferred(device);
  const publicIp = device.public_ip;
  return (
    <>
      <Panel title={t('connected.title')}>
        <FactList
          facts={[
            { label: t('column.addresses'), value: addresses, copy: addresses },
            { label: t('column.public_ip'), value: publicIp, ...(publicIp !== null && { copy: publicIp }) },
            { label: t('column.since'), value: <RelativeTime at={device.connected_at} /> },
          ]}
        />
      </Panel>
      <Panel title={t('window.hours', { count: mapHours })}>
        <FactList
          facts={directions.map((direction) => ({
            label: t(`common:traffic.${direction}`),
            value: formatBytes(bytes[direction], i18n.language),
          }))}
        />
      </Panel>
    </>
  );
}
