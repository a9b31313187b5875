import type { GatewayStatus } from '@gatewarden/contract/gateways';
import type { LocationDevice } from '@gatewarden/contract/traffic';
import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { personName } from '../../../lib/format/person-name.ts';
import { ErrorState } from '../../../ui/error-state.tsx';
import { TextLink } from '../../../ui/links.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import { Row, RowFacts, RowList } from '../../../ui/row-list.tsx';
import { ListSkeleton } from '../../../ui/skeletons.tsx';
import { gatewayDevicesQuery } from '../traffic.queries.ts';

/** More are in the list of the location. */
const maxShown = 8;

/** Devices that are connected through a gateway now, the latest first. */
export function GatewayDevices({ gateway }: { gateway: GatewayStatus }) {
  const { t } = useTranslation('traffic');
  const devices = useQuery(gatewayDevicesQuery(gateway.network_id, gateway.uid, maxShown));
  const { data } = devices;
  const params = { locationId: String(gateway.network_id) };
  return (
    <Panel
      title={t('gateway_devices.title')}
      text={data && data.total_items > 0 ? t('gateway_devices.count', { count: data.total_items }) : undefined}
      variant="open"
      actions={
        <TextLink to="/locations/$locationId" params={params}>
          {t('gateway_devices.traffic', { location: gateway.network_name })}
        </TextLink>
      }
    >
      {devices.isPending ? (
        <ListSkeleton count={3} />
      ) : !data ? (
        <ErrorState
          error={devices.error}
          title={t('top.failed')}
          onRetry={() => void devices.refetch()}
          retrying={devices.isFetching}
        />
      ) : data.data.length === 0 ? (
        <Text c="dimmed">{t('gateway_devices.none')}</Text>
      ) : (
        <RowList label={t('gateway_devices.title')}>
          {data.data.map((device) => (
            <Device key={device.id} device={device} />
          ))}
        </RowList>
      )}
    </Panel>
  );
}

function Device({ device }: { device: LocationDevice }) {
  const { t } = useTranslation('traffic');
  const { id, name, username, wireguard_ips: ips, last_connected_ip: from, last_connected_at: at } = device;
  const isNetwork = device.device_type === 'network';
  return (
    <Row
      name={name}
      {...(!isNetwork && {
        link: (
          <TextLink to="/users/$username/devices/$deviceId" params={{ username, deviceId: String(id) }} inherit>
            {name}
          </TextLink>
        ),
      })}
      actions={<RelativeTime at={at} />}
    >
      <RowFacts>
        {isNetwork ? (
          t('connected.network_device')
        ) : (
          <TextLink to="/users/$username" params={{ username }}>
            {personName(device)}
          </TextLink>
        )}
        <span>{[...ips, from].filter(Boolean).join(' · ')}</span>
      </RowFacts>
    </Row>
  );
}
