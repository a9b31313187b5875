import type { UserAccess } from '@gatewarden/contract/locations';
import type { UserDevice } from '@gatewarden/contract/users';
import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { CodeText } from '../../../ui/code-text.tsx';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import { RichText } from '../../../ui/rich-text.tsx';
import { StatusBadge } from '../../../ui/status-badge.tsx';
import type { DeviceLink } from '../device-link.ts';
import { ConfigurationHint } from './configuration-hint.tsx';
import styles from './device-list.module.css';
import { TwoFactorSession } from './two-factor-session.tsx';

type Network = UserDevice['networks'][number];

interface Props {
  device: UserDevice;
  network: Network;
  /** Username. */
  owner: string;
  /** Whether the owner can use the location; undefined while this is not known. */
  access: UserAccess | undefined;
  /** Page of the device. */
  link: DeviceLink;
}

/** Assignment of a device to a location: its addresses, its last connection, and what keeps it from connecting. */
export function DeviceAssignment({ device, network, owner, access, link }: Props) {
  return (
    <li className={styles.place}>
      <div className={styles.where}>
        <Text component="span" fw={500}>
          {network.network_name}
        </Text>
        <Text c="dimmed">
          <CodeText value={network.device_wireguard_ips.join(', ')} />
        </Text>
        <Origin network={network} />
        {access && !network.is_active && <Problem access={access} />}
        <ConfigurationHint device={device} network={network} link={link} />
        <TwoFactorSession device={device} network={network} owner={owner} access={access} />
      </div>
      <Connection network={network} />
    </li>
  );
}

function Problem({ access: { obstacle, gateway } }: { access: UserAccess }) {
  const { t } = useTranslation('devices');
  if (obstacle === 'second_factor_required') return <StatusBadge tone="warning">{t('list.needs_2fa')}</StatusBadge>;
  if (gateway === 'connected') return null;
  return <StatusBadge tone="warning">{t(gateway === 'none' ? 'list.no_gateway' : 'list.gateway_away')}</StatusBadge>;
}

/** Source address and gateway of the last connection. */
export function Origin({ network: { last_connected_ip: ip, last_connected_gateway: gateway } }: { network: Network }) {
  const { t } = useTranslation('devices');
  const parts = [ip !== null && t('list.from', { ip }), gateway !== null && t('list.through', { gateway })];
  const text = parts.filter(Boolean).join(' · ');
  return text === '' ? null : (
    <Text c="dimmed" size="xs">
      {text}
    </Text>
  );
}

/** Whether the device is connected to the location, or when it last was. */
export function Connection({ network: { is_active, last_connected_at } }: { network: Network }) {
  const { t } = useTranslation('devices');
  if (is_active) return <StatusBadge tone="success">{t('list.connected')}</StatusBadge>;
  if (!last_connected_at) return <StatusBadge tone="neutral">{t('list.never_connected')}</StatusBadge>;
  return (
    <StatusBadge tone="neutral">
      <RichText text={t('list.last_seen')} parts={{ time: () => <RelativeTime at={last_connected_at} /> }} />
    </StatusBadge>
  );
}
