import type { LocationInfo } from '@gatewarden/contract/locations';
import { useTranslation } from 'react-i18next';
import { directions } from '../../../ui/chart/direction.ts';
import { DirectionLabel } from '../../../ui/chart/direction-label.tsx';
import { TextLink } from '../../../ui/links.tsx';
import { ConnectionBadge, type LocationTrend, useLocationStats } from '../../locations/index.ts';
import styles from './location-cards.module.css';
import { gatewaysOf, type LocationListProps, TrafficLink } from './location-list.tsx';
import { ActiveNow, LocationSparkline, Transferred } from './location-traffic.tsx';

/** One card per location: gateways, connections and traffic. */
export function LocationCards({ locations, hours, ...rest }: LocationListProps) {
  const { t } = useTranslation('traffic');
  const { trends, peak, isError } = useLocationStats(hours);
  return (
    <ul className={styles.cards} data-four={locations.length === 4 || undefined} aria-label={t('locations.title')}>
      {locations.map((location) => (
        <LocationCard
          key={location.id}
          location={location}
          trend={trends?.get(location.id)}
          isUnknown={isError || trends !== undefined}
          peak={peak}
          {...rest}
        />
      ))}
    </ul>
  );
}

interface CardProps extends Omit<LocationListProps, 'locations' | 'hours'> {
  location: LocationInfo;
  trend: LocationTrend | undefined;
  isUnknown: boolean;
  /** Of all cards. */
  peak: number | undefined;
}

function LocationCard({ location, gateways, gatewaysFailed, trend, isUnknown, peak }: CardProps) {
  const ofLocation = gatewaysOf(location, gateways);
  const isUnused = trend ? trend.stats.transfer_series.length === 0 : ofLocation?.length === 0;
  const traffic = { trend, isUnknown };
  return (
    <li className={styles.card}>
      <div>
        <div className={styles.name}>
          <TrafficLink location={location} />
        </div>
        <ConnectionBadge gateways={ofLocation} failed={gatewaysFailed} />
      </div>
      {isUnused ? (
        <NextStep location={location} gateways={ofLocation} />
      ) : (
        <LocationSparkline trend={trend} peak={peak} />
      )}
      <div className={styles.numbers}>
        <ActiveNow {...traffic} />
        <span className={styles.traffic}>
          {directions.map((direction) => (
            <DirectionLabel key={direction} direction={direction} short>
              <Transferred {...traffic} direction={direction} />
            </DirectionLabel>
          ))}
        </span>
      </div>
    </li>
  );
}

interface NextStepProps {
  location: LocationInfo;
  gateways: ReturnType<typeof gatewaysOf>;
}

/** In place of a chart without traffic: what the location lacks. */
function NextStep({ location, gateways }: NextStepProps) {
  const { t } = useTranslation('traffic');
  const isConnected = gateways?.some(({ connected }) => connected) ?? true;
  return (
    <p className={styles.next}>
      {isConnected ? (
        t('chart.nothing')
      ) : (
        <TextLink to="/locations/$locationId/gateways" params={{ locationId: String(location.id) }}>
          {gateways?.length === 0 ? t('next.add_gateway') : t('next.check_gateway')}
        </TextLink>
      )}
    </p>
  );
}
