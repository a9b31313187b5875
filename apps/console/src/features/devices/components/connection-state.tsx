import { Loader } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { StatusBadge } from '../../../ui/status-badge.tsx';
import { devicesOfUserQuery } from '../devices.queries.ts';
import styles from './connection-state.module.css';

interface Props {
  username: string;
  deviceId: number;
}

/** Location through which the device is connected; undefined until then. Updated by events of the server. */
export function useConnection({ username, deviceId }: Props) {
  const devices = useQuery(devicesOfUserQuery(username));
  return devices.data?.find(({ id }) => id === deviceId)?.networks.find(({ is_active }) => is_active);
}

/** Waits for the first connection of a new device and shows from where it comes. */
export function ConnectionState(device: Props) {
  const { t } = useTranslation('devices');
  const connection = useConnection(device);
  const from = connection?.last_connected_ip;
  const connectedText = from ? t('connect.connected_from', { ip: from }) : t('connect.connected');
  return (
    <div className={styles.state} role="status">
      {connection ? (
        <StatusBadge tone="success">{connectedText}</StatusBadge>
      ) : (
        <>
          <Loader aria-hidden />
          {t('connect.waiting')}
        </>
      )}
    </div>
  );
}
