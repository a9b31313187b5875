import type { LocationInfo } from '@gatewarden/contract/locations';
import { useInViewport } from '@mantine/hooks';
import { useTranslation } from 'react-i18next';
import { ConnectionBadge } from '../../locations/index.ts';
import styles from './location-cards.module.css';
import { gatewaysOf, type LocationListProps, TrafficLink } from './location-list.tsx';
import { ActiveNow, LocationSparkline, Transferred } from './location-traffic.tsx';

/** One card per location: gateways, connections and traffic. */
export function LocationCards({ locations, ...rest }: LocationListProps) {
  const { t } = useTranslation('traffic');
  return (
    <ul className={styles.cards} aria-label={t('locations.title')}>
      {locations.map((location) => (
        <LocationCard key={location.id} location={location} {...rest} />
      ))}
    </ul>
  );
}

interface CardProps extends Omit<LocationListProps, 'locations'> {
  location: LocationInfo;
}

function LocationCard({ location, hours, gateways, gatewaysFailed }: CardProps) {
  const { t } = useTranslation('common');
  const { ref, inViewport } = useInViewport<HTMLLIElement>();
  const traffic = { location, hours, enabled: inViewport };
  return (
    <li ref={ref} className={styles.card}>
      <div>
        <div className={styles.name}>
          <TrafficLink location={location} />
        </div>
        <ConnectionBadge gateways={gatewaysOf(location, gateways)} failed={gatewaysFailed} />
      </div>
      <LocationSparkline {...traffic} />
      <div className={styles.numbers}>
        <ActiveNow {...traffic} />
        <span className={styles.traffic}>
          <span className={styles.direction} data-direction="in">
            {t('traffic.in')} <Transferred {...traffic} direction="in" />
          </span>
          <span className={styles.direction} data-direction="out">
            {t('traffic.out')} <Transferred {...traffic} direction="out" />
          </span>
        </span>
      </div>
    </li>
  );
}
