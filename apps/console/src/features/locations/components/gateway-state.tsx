import type { GatewayStatus } from '@gatewarden/contract/gateways';
import { useTranslation } from 'react-i18next';
import { TimeCell } from '../../../ui/table/time-cell.tsx';
import { disconnectedSince } from '../connection.ts';
import { ConnectionBadge } from './connection-badge.tsx';
import styles from './gateway-state.module.css';

/** Whether the gateways of a location are connected, and since when one is not. */
export function GatewayState({ gateways }: { gateways: readonly GatewayStatus[] }) {
  const { t } = useTranslation('locations');
  const at = disconnectedSince(gateways);
  return (
    <span className={styles.state}>
      <ConnectionBadge gateways={gateways} short />
      {at !== undefined && (
        <span className={styles.since}>
          <TimeCell at={at} format={(_, elapsed) => t(`connection.down.${elapsed.unit}`, { count: elapsed.count })} />
        </span>
      )}
    </span>
  );
}
