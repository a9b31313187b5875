import type { TopDevices as Ranking, TopDevice } from '@gatewarden/contract/traffic';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { numberFormat } from '../../../lib/format/formats.ts';
import { personName } from '../../../lib/format/person-name.ts';
import { formatBytes } from '../../../lib/format/quantity.ts';
import { useLocale } from '../../../lib/format/use-locale.ts';
import { DirectionLabel } from '../../../ui/chart/direction-label.tsx';
import type { TimeRange } from '../../../ui/chart/traffic-chart.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { TextLink } from '../../../ui/links.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { ListSkeleton } from '../../../ui/skeletons.tsx';
import type { WindowHours } from '../time-window.ts';
import { topDevicesQuery } from '../traffic.queries.ts';
import { useWindowTexts } from '../use-window-texts.ts';
import styles from './top-devices.module.css';

interface Props {
  hours: WindowHours;
  /** Part of the window that the chart shows; undefined: all of it. */
  zoom: TimeRange | undefined;
  /** Absent: all locations. */
  locationId?: number;
}

/** As many as fit beside the chart. */
const shown = 5;

/** Devices with the most traffic in the period that the chart beside it shows. */
export function TopDevices({ hours, zoom, locationId }: Props) {
  const { t } = useTranslation('traffic');
  const texts = useWindowTexts();
  const ranking = useQuery(topDevicesQuery(hours, zoom, locationId));
  return (
    <Panel title={t('top.title')} text={zoom ? t('top.zoomed') : texts.last(hours)}>
      <div aria-busy={ranking.isPlaceholderData}>
        {ranking.isPending && <ListSkeleton count={shown} />}
        {!ranking.data && ranking.isError && (
          <ErrorState
            error={ranking.error}
            title={t('top.failed')}
            onRetry={() => void ranking.refetch()}
            retrying={ranking.isFetching}
          />
        )}
        {ranking.data && <Devices ranking={ranking.data} />}
      </div>
    </Panel>
  );
}

function Devices({ ranking: { from, until, upload, download, devices } }: { ranking: Ranking }) {
  const { t } = useTranslation('traffic');
  if (devices.length === 0) return <p className={styles.note}>{from === until ? t('top.not_yet') : t('top.empty')}</p>;
  const largest = Math.max(...devices.map(totalOf), 1);
  return (
    <ol className={styles.list} aria-label={t('top.title')}>
      {devices.slice(0, shown).map((device) => (
        <Device key={device.device_id} device={device} total={upload + download} largest={largest} />
      ))}
    </ol>
  );
}

function Device({ device, total, largest }: { device: TopDevice; total: number; largest: number }) {
  const { t } = useTranslation('traffic');
  const locale = useLocale();
  const { device_id, device_name, device_type, username, upload, download } = device;
  const share = total === 0 ? 0 : Math.min(totalOf(device) / total, 1);
  return (
    <li className={styles.device}>
      <div className={styles.line}>
        <span className={styles.name}>
          {device_type === 'network' ? (
            device_name
          ) : (
            <TextLink to="/users/$username/devices/$deviceId" params={{ username, deviceId: String(device_id) }}>
              {device_name}
            </TextLink>
          )}
        </span>
        <span className={styles.share}>{numberFormat(locale, { style: 'percent' }).format(share)}</span>
      </div>
      <div className={styles.bar} aria-hidden>
        <span style={{ inlineSize: `${(upload / largest) * 100}%` }} data-direction="down" />
        <span style={{ inlineSize: `${(download / largest) * 100}%` }} data-direction="up" />
      </div>
      <div className={styles.line}>
        <span className={styles.owner}>
          {device_type === 'network' ? t('connected.network_device') : personName(device)}
        </span>
        <span className={styles.amounts}>
          <DirectionLabel direction="down" short>
            {formatBytes(upload, locale)}
          </DirectionLabel>
          <DirectionLabel direction="up" short>
            {formatBytes(download, locale)}
          </DirectionLabel>
        </span>
      </div>
    </li>
  );
}

function totalOf({ upload, download }: TopDevice): number {
  return upload + download;
}
