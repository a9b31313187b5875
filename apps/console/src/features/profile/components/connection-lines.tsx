import type { Connection } from '@gatewarden/contract/traffic';
import { useTranslation } from 'react-i18next';
import { formatBytes } from '../../../lib/format/quantity.ts';
import { useLocale } from '../../../lib/format/use-locale.ts';
import { DirectionLabel } from '../../../ui/chart/direction-label.tsx';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import { RichText } from '../../../ui/rich-text.tsx';
import styles from './own-connection.module.css';

/** With more connections, the cards of the devices show the rest. */
const maxShown = 4;

/** Which device is connected, since when and with how much traffic. */
export function ConnectionLines({ connections }: { connections: readonly Connection[] }) {
  const { t } = useTranslation('profile');
  const rest = connections.length - maxShown;
  const hasSeveralLocations = new Set(connections.map(({ location_id: id }) => id)).size > 1;
  return (
    <ul className={styles.lines}>
      {connections.slice(0, maxShown).map((connection) => (
        <Line
          key={`${connection.device_id} ${connection.location_id}`}
          connection={connection}
          withLocation={hasSeveralLocations}
        />
      ))}
      {rest > 0 && <li>{t('connected.more', { count: rest })}</li>}
    </ul>
  );
}

function Line({ connection, withLocation }: { connection: Connection; withLocation: boolean }) {
  const { t } = useTranslation('profile');
  const locale = useLocale();
  const { device_name: device, location_name: location, connected_since: since } = connection;
  return (
    <li className={styles.line}>
      <span className={styles.device}>{withLocation ? `${device} · ${location}` : device}</span>
      <span>
        <RichText text={t('connected.since')} parts={{ time: () => <RelativeTime at={since} /> }} />
      </span>
      {/* the interface counts as gateways do: what they upload, the device downloads */}
      <span className={styles.traffic}>
        <DirectionLabel direction="down" short>
          {formatBytes(connection.upload, locale)}
        </DirectionLabel>
        <DirectionLabel direction="up" short>
          {formatBytes(connection.download, locale)}
        </DirectionLabel>
        <span>{t('connected.day')}</span>
      </span>
    </li>
  );
}
