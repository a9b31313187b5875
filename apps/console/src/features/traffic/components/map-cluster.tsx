import type { GatewayStatus } from '@gatewarden/contract/gateways';
import type { LocationInfo } from '@gatewarden/contract/locations';
import type { LocationStats } from '@gatewarden/contract/traffic';
import { useInViewport } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { formatBits, formatCount } from '../../../lib/format/quantity.ts';
import { useLocale } from '../../../lib/format/use-locale.ts';
import { directions } from '../../../ui/chart/direction.ts';
import { DirectionLabel } from '../../../ui/chart/direction-label.tsx';
import { TextLink } from '../../../ui/links.tsx';
import { ConnectionBadge } from '../../locations/index.ts';
import { countConnected, currentRates, type MapPerson, mapHours, mapPeople } from '../map-data.ts';
import { center, gatewayPlaces, lineWidth, type Place, personPlaces } from '../map-layout.ts';
import { type MapNode, nodeKey } from '../map-node.ts';
import { connectedUsersQuery } from '../traffic.queries.ts';
import type { MapNavigation } from '../use-map-navigation.ts';
import styles from './map-cluster.module.css';
import { connectedCount, GatewayNode, LocationNode, type NodeLink, PeopleNode, PersonNode } from './map-nodes.tsx';

/** If there are more, the last place is a number: faces that touch say less. */
const maxPeople = 9;
const maxGateways = 4;

/** People of a cluster whose names fit below them. */
const maxNamed = 8;
/** With so few people a cluster needs little height. */
const maxSparse = 3;

interface Props extends Pick<MapNavigation, 'onNodeFocus' | 'onNodeClick'> {
  location: LocationInfo;
  gateways: readonly GatewayStatus[] | undefined;
  gatewaysFailed: boolean;
  /** Undefined while loading. */
  stats: LocationStats | undefined;
  /** Time of the statistics. */
  at: Date | undefined;
  /** The node of this cluster that had the focus last. */
  current: string | undefined;
  /** Its summary is open. */
  isOpen: boolean;
}

/** A location with its gateways above and its connected people around it. One stop in the tab order. */
export const MapCluster = memo(function MapCluster(props: Props) {
  const { location, gateways, stats, at, current, isOpen, onNodeFocus, onNodeClick } = props;
  const { ref, inViewport } = useInViewport<HTMLLIElement>();
  const total = stats ? countConnected(stats) : 0;
  const connected = useQuery({
    ...connectedUsersQuery(location.id, mapHours, { search: '', size: maxPeople }),
    enabled: inViewport && total > 0,
  });
  const rates = stats && at && currentRates(stats.transfer_series, at);
  const people = connected.data && total > 0 ? mapPeople(connected.data.body, connected.data.at) : [];
  const shown = people.slice(0, total > maxPeople ? maxPeople - 1 : maxPeople);
  const hidden = Math.max(total - shown.length, 0);
  const shownGateways = downFirst(gateways ?? []).slice(0, maxGateways);
  const gatewayAt = gatewayPlaces(shownGateways.length);
  const personAt = personPlaces(shown.length + (hidden > 0 ? 1 : 0));
  const bits = rates ? rates.down + rates.up : 0;

  const locationId = location.id;
  const own: MapNode = { kind: 'location', locationId };
  const ofGateway = (uid: string): MapNode => ({ kind: 'gateway', locationId, uid });
  const ofPerson = (person: MapPerson): MapNode => ({ kind: 'person', locationId, person });
  const rest: MapNode = { kind: 'people', locationId };
  const others = [
    ...shownGateways.map(({ uid }) => ofGateway(uid)),
    ...shown.map(ofPerson),
    ...(hidden > 0 ? [rest] : []),
  ];
  // a person who had the focus may be gone
  const tabStop = others.some((node) => nodeKey(node) === current) ? current : nodeKey(own);
  const linkOf = (node: MapNode): NodeLink => {
    const key = nodeKey(node);
    return {
      'data-node': key,
      'aria-expanded': isOpen && key === current,
      tabIndex: key === tabStop ? 0 : -1,
      onFocus: () => onNodeFocus(node),
      onClick: (event) => onNodeClick(event, node),
    };
  };
  return (
    <li ref={ref} className={styles.cluster}>
      <div className={styles.plan} data-sparse={total <= maxSparse || undefined}>
        <svg className={styles.lines} viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden>
          {shownGateways.map(({ uid, connected: isConnected }, index) => (
            <Line
              key={uid}
              to={gatewayAt[index]}
              bitsPerSecond={isConnected ? bits / connectedCount(shownGateways) : 0}
              isDown={!isConnected}
            />
          ))}
          {shown.map(({ key, bitsPerSecond }, index) => (
            <Line key={key} to={personAt[index]} bitsPerSecond={bitsPerSecond} />
          ))}
          {hidden > 0 && <Line to={personAt.at(-1)} bitsPerSecond={0} />}
        </svg>
        <LocationNode location={location} gateways={gateways} link={linkOf(own)} />
        {shownGateways.map((gateway, index) => (
          <GatewayNode
            key={gateway.uid}
            gateway={gateway}
            place={gatewayAt[index]}
            link={linkOf(ofGateway(gateway.uid))}
          />
        ))}
        {shown.map((person, index) => (
          <PersonNode
            key={person.key}
            person={person}
            locationId={locationId}
            place={personAt[index]}
            isNamed={shown.length <= maxNamed}
            link={linkOf(ofPerson(person))}
          />
        ))}
        {hidden > 0 && (
          <PeopleNode hidden={hidden} locationId={locationId} place={personAt.at(-1)} link={linkOf(rest)} />
        )}
      </div>
      <Caption {...props} rates={rates} />
    </li>
  );
});

/** Of many gateways, those without connection are shown; otherwise their order stays. */
function downFirst(gateways: readonly GatewayStatus[]): readonly GatewayStatus[] {
  if (gateways.length <= maxGateways) return gateways;
  return gateways.toSorted((one, other) => Number(one.connected) - Number(other.connected));
}

interface CaptionProps extends Pick<Props, 'location' | 'gateways' | 'gatewaysFailed' | 'stats'> {
  rates: ReturnType<typeof currentRates> | undefined;
}

function Caption({ location, gateways, gatewaysFailed, stats, rates }: CaptionProps) {
  const { t } = useTranslation('traffic');
  const locale = useLocale();
  const params = { locationId: String(location.id) };
  return (
    <div className={styles.caption}>
      <span className={styles.name}>
        <TextLink to="/locations/$locationId" params={params}>
          {location.name}
        </TextLink>
      </span>
      <ConnectionBadge gateways={gateways} failed={gatewaysFailed} />
      {gateways?.length === 0 && (
        <TextLink to="/locations/$locationId/gateways" params={params}>
          {t('next.add_gateway')}
        </TextLink>
      )}
      <span className={styles.rates}>
        {stats && (
          <span>
            {t('active.people', {
              count: stats.current_active_users,
              shown: formatCount(stats.current_active_users, locale),
            })}
          </span>
        )}
        {rates &&
          rates.down + rates.up > 0 &&
          directions.map((direction) => (
            <DirectionLabel key={direction} direction={direction} short>
              {formatBits(rates[direction], locale)}
            </DirectionLabel>
          ))}
      </span>
    </div>
  );
}

interface LineProps {
  to: Place | undefined;
  bitsPerSecond: number;
  isDown?: boolean;
}

function Line({ to = center, bitsPerSecond, isDown = false }: LineProps) {
  const state = isDown ? 'down' : bitsPerSecond > 0 ? 'active' : 'idle';
  return (
    <line x1={center.x} y1={center.y} x2={to.x} y2={to.y} data-state={state} strokeWidth={lineWidth(bitsPerSecond)} />
  );
}
