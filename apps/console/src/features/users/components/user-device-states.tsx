import type { UserDevice } from '@gatewarden/contract/users';
import { IconDeviceLaptop } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { ButtonLink, TextLink } from '../../../ui/links.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import { RichText } from '../../../ui/rich-text.tsx';
import { Row, RowFacts, RowList } from '../../../ui/row-list.tsx';
import { StatusBadge } from '../../../ui/status-badge.tsx';

interface Props {
  username: string;
  devices: readonly UserDevice[];
}

/** With more devices, the rest is on their page. */
const maxShown = 6;

/** Devices of a user with their state: where each is connected, or when it last was. */
export function UserDeviceStates({ username, devices }: Props) {
  const { t } = useTranslation('users');
  const params = { username };
  return (
    <Panel
      title={t('page.devices')}
      variant="open"
      actions={
        devices.length > 0 && (
          <TextLink to="/users/$username/devices" params={params}>
            {t('summary.all_devices', { count: devices.length })}
          </TextLink>
        )
      }
    >
      {devices.length === 0 ? (
        <EmptyState
          variant="row"
          icon={<IconDeviceLaptop />}
          title={t('summary.no_devices')}
          text={t('summary.no_devices_text')}
          action={
            <ButtonLink to="/users/$username/devices/new" params={params} variant="default">
              {t('action.add_device')}
            </ButtonLink>
          }
        />
      ) : (
        <RowList label={t('page.devices')}>
          {byActivity(devices)
            .slice(0, maxShown)
            .map((device) => (
              <Row
                key={device.id}
                name={device.name}
                link={
                  <TextLink
                    to="/users/$username/devices/$deviceId"
                    params={{ username, deviceId: String(device.id) }}
                    inherit
                  >
                    {device.name}
                  </TextLink>
                }
                badge={<DeviceState device={device} />}
              >
                <Where device={device} />
              </Row>
            ))}
        </RowList>
      )}
    </Panel>
  );
}

function DeviceState({ device }: { device: UserDevice }) {
  const { t } = useTranslation('users');
  if (device.stopped_at !== null) return <StatusBadge tone="danger">{t('device.off')}</StatusBadge>;
  if (device.networks.some(({ is_active }) => is_active))
    return <StatusBadge tone="success">{t('device.connected')}</StatusBadge>;
  const at = lastSeen(device);
  if (!at) return <StatusBadge tone="neutral">{t('device.never')}</StatusBadge>;
  return (
    <StatusBadge tone="neutral">
      <RichText text={t('device.last_seen')} parts={{ time: () => <RelativeTime at={at} /> }} />
    </StatusBadge>
  );
}

/** The locations in which the device is connected, with its addresses there. */
function Where({ device }: { device: UserDevice }) {
  const places = device.networks.filter(({ is_active }) => is_active);
  if (places.length === 0) return null;
  return (
    <RowFacts>
      {places.map(({ network_id, network_name, device_wireguard_ips, last_connected_ip }) => (
        <span key={network_id}>
          {[network_name, device_wireguard_ips[0], last_connected_ip].filter(Boolean).join(' · ')}
        </span>
      ))}
    </RowFacts>
  );
}

function lastSeen({ networks }: UserDevice): string | undefined {
  // timestamps without a zone sort as text
  return networks
    .flatMap(({ last_connected_at: at }) => at ?? [])
    .toSorted()
    .at(-1);
}

/** Connected ones first, then by their last connection. */
function byActivity(devices: readonly UserDevice[]): UserDevice[] {
  const rank = (device: UserDevice) =>
    `${device.networks.some(({ is_active }) => is_active) ? 1 : 0}${lastSeen(device) ?? ''}`;
  return devices.toSorted((a, b) => rank(b).localeCompare(rank(a)));
}
