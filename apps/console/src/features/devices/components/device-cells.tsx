import type { ListedDevice } from '@gatewarden/contract/traffic';
import { IconBan, IconMapPinOff, IconPlugOff } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useLocale } from '../../../lib/format/use-locale.ts';
import { ChipList } from '../../../ui/chip-list.tsx';
import { RowLink } from '../../../ui/row-link.tsx';
import { StatusBadge } from '../../../ui/status-badge.tsx';
import { TimeCell } from '../../../ui/table/time-cell.tsx';
import { connectedTo } from '../filter-devices.ts';
import styles from './device-cells.module.css';
import { DeviceIcon } from './device-icon.tsx';

/** Names of locations by id; one may be missing for a moment. */
export type LocationNames = ReadonlyMap<number, string>;

interface Props {
  device: ListedDevice;
}

/** With what keeps the device from connecting, which is rare. */
export function DeviceCell({ device }: Props) {
  const { id, name, username } = device;
  return (
    <span className={styles.device}>
      <DeviceIcon name={name} className={styles.icon} />
      <RowLink
        to="/users/$username/devices/$deviceId"
        params={{ username, deviceId: String(id) }}
        className={styles.name}
        title={name}
      >
        {name}
      </RowLink>
      <DeviceBadges device={device} />
    </span>
  );
}

/** The first address of each location, with its name; first where the device is connected. */
export function AddressCell({ device: { networks }, names }: Props & { names: LocationNames }) {
  const sorted = networks.toSorted((a, b) => Number(b.is_active) - Number(a.is_active));
  const places = sorted.map(({ network_id: id, wireguard_ips: [ip] }) =>
    [names.get(id), ip].filter((part) => part !== undefined).join(' · '),
  );
  return <ChipList items={places} max={1} />;
}

/** Where the device is connected, or when it last was. */
export function SeenCell({ device, names }: Props & { names: LocationNames }) {
  const { t } = useTranslation('devices');
  const locations = useConnectedTo(device, names);
  if (locations === undefined) return <LastSeen device={device} />;
  return <StatusBadge tone="success">{t('all.connected_to', { locations })}</StatusBadge>;
}

/** As `SeenCell`, in a line of text. */
export function WhereOrWhen({ device, names }: Props & { names: LocationNames }) {
  const locations = useConnectedTo(device, names);
  return locations === undefined ? <LastSeen device={device} /> : locations;
}

/** Names of the locations to which the device is connected; undefined: none. */
function useConnectedTo(device: ListedDevice, names: LocationNames): string | undefined {
  const locale = useLocale();
  const ids = connectedTo(device);
  return ids.length === 0 ? undefined : new Intl.ListFormat(locale).format(ids.flatMap((id) => names.get(id) ?? []));
}

function LastSeen({ device: { last_connected_at: at } }: Props) {
  const { t } = useTranslation('devices');
  return at === null ? <span className={styles.none}>{t('list.never_connected')}</span> : <TimeCell at={at} />;
}

export function PhoneBadge({ device }: Props) {
  const { t } = useTranslation('devices');
  if (connectedTo(device).length === 0) return null;
  return <StatusBadge tone="success">{t('all.connected_now')}</StatusBadge>;
}

/** Exceptions only: nothing for a device that can connect. */
function DeviceBadges({ device: { stopped_at, suspended_at, is_user_active, networks } }: Props) {
  const { t } = useTranslation('devices');
  if (!is_user_active) {
    return (
      <StatusBadge tone="neutral" icon={IconBan}>
        {t('all.state_is.owner_disabled')}
      </StatusBadge>
    );
  }
  if (stopped_at !== null || suspended_at !== null) {
    return (
      <StatusBadge tone="danger" icon={IconPlugOff}>
        {t('all.state_is.off')}
      </StatusBadge>
    );
  }
  if (networks.length > 0) return null;
  return (
    <StatusBadge tone="warning" icon={IconMapPinOff}>
      {t('list.no_location')}
    </StatusBadge>
  );
}

export function KeyCell({ device: { wireguard_pubkey: key } }: Props) {
  return (
    <code className={styles.key} title={key}>
      {key}
    </code>
  );
}
