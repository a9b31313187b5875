import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { lazy } from '../../../lib/lazy.tsx';
import { useLocationStats } from '../../locations/index.ts';
import { mapHours } from '../map-data.ts';
import { nodeKey } from '../map-node.ts';
import { useMapNavigation } from '../use-map-navigation.ts';
import { gatewaysOf, type LocationListProps } from './location-list.tsx';
import { MapCluster } from './map-cluster.tsx';
import styles from './network-map.module.css';

/** So many locations share the whole page. */
const maxFew = 4;

// loaded with the first summary
const MapPeek = lazy(async () => ({ default: (await import('./map-peek.tsx')).MapPeek }));

/**
 * Locations with their gateways and connected people. The width of a line is the throughput; red is a gateway without
 * connection. A node opens a summary beside the map; as a link, it opens in another tab.
 */
export function NetworkMap({ locations, gateways, gatewaysFailed }: Omit<LocationListProps, 'hours'>) {
  const { t } = useTranslation('traffic');
  const { trends, at } = useLocationStats(mapHours);
  const { map, current, isOpen, close, onKeyDown, onNodeFocus, onNodeClick } = useMapNavigation();
  const shown = isOpen ? locations.find(({ id }) => id === current?.locationId) : undefined;
  return (
    <>
      <ul
        ref={map}
        className={styles.clusters}
        data-beside-summary={shown !== undefined}
        data-few={locations.length <= maxFew ? locations.length : undefined}
        aria-label={t('map.title')}
        onKeyDown={onKeyDown}
      >
        {locations.map((location) => {
          const isCurrent = current?.locationId === location.id;
          return (
            <MapCluster
              key={location.id}
              location={location}
              gateways={gatewaysOf(location, gateways)}
              gatewaysFailed={gatewaysFailed}
              stats={trends?.get(location.id)?.stats}
              at={at}
              current={isCurrent ? nodeKey(current) : undefined}
              isOpen={isCurrent && isOpen}
              onNodeFocus={onNodeFocus}
              onNodeClick={onNodeClick}
            />
          );
        })}
      </ul>
      {current && shown && (
        <Suspense>
          <MapPeek node={current} location={shown} gateways={gatewaysOf(shown, gateways) ?? []} onClose={close} />
        </Suspense>
      )}
    </>
  );
}
