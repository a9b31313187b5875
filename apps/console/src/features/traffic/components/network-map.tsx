import type { GatewayStatus } from '@gatewarden/contract/gateways';
import type { LocationInfo } from '@gatewarden/contract/locations';
import { Tooltip } from '@mantine/core';
import { useInViewport } from '@mantine/hooks';
import { IconMapPin, IconRouter, IconServer } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { CSSProperties } from 'react';
import { useTranslation } from 'react-i18next';
import { formatBits, formatCount } from '../../../lib/format/quantity.ts';
import { useLocale } from '../../../lib/format/use-locale.ts';
import { Avatar } from '../../../ui/avatar.tsx';
import { directions } from '../../../ui/chart/direction.ts';
import { DirectionLabel } from '../../../ui/chart/direction-label.tsx';
import { TextLink } from '../../../ui/links.tsx';
import { ConnectionBadge } from '../../locations/index.ts';
import { countConnected, currentRates, type MapPerson, mapPeople } from '../map-data.ts';
import { center, gatewayPlaces, lineWidth, type Place, personPlaces } from '../map-layout.ts';
import { connectedUsersQuery, locationStatsQuery } from '../traffic.queries.ts';
import { gatewaysOf, type LocationListProps } from './location-list.tsx';
import styles from './network-map.module.css';

/** The map is about now: the shortest window has the throughput of each minute. */
const hours = 1;
/** More are a number: faces that touch say less. */
const shownPeople = 8;
const shownGateways = 4;

/**
 * Locations with their gateways and connected people. The width of a line is the throughput; red is a gateway without
 * connection. All nodes are links.
 */
export function NetworkMap({ locations, gateways, gatewaysFailed }: Omit<LocationListProps, 'hours'>) {
  const { t } = useTranslation('traffic');
  return (
    <ul className={styles.clusters} aria-label={t('map.title')}>
      {locations.map((location) => (
        <Cluster
          key={location.id}
          location={location}
          gateways={gatewaysOf(location, gateways)}
          gatewaysFailed={gatewaysFailed}
        />
      ))}
    </ul>
  );
}

interface ClusterProps {
  location: LocationInfo;
  gateways: readonly GatewayStatus[] | undefined;
  gatewaysFailed: boolean;
}

function Cluster({ location, gateways, gatewaysFailed }: ClusterProps) {
  const { t } = useTranslation('traffic');
  const locale = useLocale();
  const { ref, inViewport } = useInViewport<HTMLLIElement>();
  const stats = useQuery({ ...locationStatsQuery(location.id, hours), enabled: inViewport });
  const connected = useQuery({
    ...connectedUsersQuery(location.id, hours, { search: '', size: shownPeople }),
    enabled: inViewport && stats.data !== undefined && countConnected(stats.data.body) > 0,
  });
  const rates = stats.data && currentRates(stats.data.body.transfer_series, stats.data.at);
  const total = stats.data ? countConnected(stats.data.body) : 0;
  const people = connected.data && total > 0 ? mapPeople(connected.data.body, connected.data.at) : [];
  const shown = people.slice(0, shownPeople);
  const hidden = Math.max(total - shown.length, 0);
  const params = { locationId: String(location.id) };
  const shownNodes = (gateways ?? []).slice(0, shownGateways);
  const gatewayAt = gatewayPlaces(shownNodes.length);
  const personAt = personPlaces(shown.length + (hidden > 0 ? 1 : 0));
  const restAt = personAt.at(-1);
  const bits = rates ? rates.down + rates.up : 0;
  return (
    <li ref={ref} className={styles.cluster}>
      <div className={styles.plan}>
        <svg className={styles.lines} viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden>
          {shownNodes.map(({ uid, connected: isConnected }, index) => (
            <Line
              key={uid}
              to={gatewayAt[index]}
              bitsPerSecond={isConnected ? bits / connectedCount(shownNodes) : 0}
              isDown={!isConnected}
            />
          ))}
          {shown.map(({ key, bitsPerSecond }, index) => (
            <Line key={key} to={personAt[index]} bitsPerSecond={bitsPerSecond} />
          ))}
          {hidden > 0 && <Line to={restAt} bitsPerSecond={0} />}
        </svg>
        <Link
          className={`${styles.node} ${styles.location}`}
          style={styleAt(center)}
          data-state={gateways && stateOf(gateways)}
          to="/locations/$locationId"
          params={params}
          tabIndex={-1}
          aria-hidden
        >
          <IconMapPin size="1.5rem" />
        </Link>
        {shownNodes.map((gateway, index) => (
          <GatewayNode key={gateway.uid} gateway={gateway} place={gatewayAt[index]} locationId={location.id} />
        ))}
        {shown.map((person, index) => (
          <PersonNode key={person.key} person={person} place={personAt[index]} locationId={location.id} />
        ))}
        {hidden > 0 && (
          <Link
            className={`${styles.node} ${styles.more}`}
            style={styleAt(restAt)}
            to="/locations/$locationId"
            params={params}
            aria-label={t('map.more', { count: hidden })}
          >
            +{formatCount(hidden, locale)}
          </Link>
        )}
      </div>
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
          {stats.data && (
            <span>
              {t('active.people', {
                count: stats.data.body.current_active_users,
                shown: formatCount(stats.data.body.current_active_users, locale),
              })}
            </span>
          )}
          {rates &&
            bits > 0 &&
            directions.map((direction) => (
              <DirectionLabel key={direction} direction={direction} short>
                {formatBits(rates[direction], locale)}
              </DirectionLabel>
            ))}
        </span>
      </div>
    </li>
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

interface NodeProps {
  place: Place | undefined;
  locationId: number;
}

function GatewayNode({ gateway, place, locationId }: NodeProps & { gateway: GatewayStatus }) {
  const { t } = useTranslation('traffic');
  const name = gateway.name ?? gateway.hostname;
  const label = t(gateway.connected ? 'map.gateway_connected' : 'map.gateway_down', { name });
  return (
    <Tooltip label={label}>
      <Link
        className={`${styles.node} ${styles.gateway}`}
        style={styleAt(place)}
        data-connected={gateway.connected}
        to="/locations/$locationId/gateways"
        params={{ locationId: String(locationId) }}
        aria-label={label}
      >
        <IconRouter size="1.125rem" aria-hidden />
      </Link>
    </Tooltip>
  );
}

function PersonNode({ person, place, locationId }: NodeProps & { person: MapPerson }) {
  const { t } = useTranslation('traffic');
  const locale = useLocale();
  const label = t('map.person', {
    name: person.name,
    count: person.devices,
    rate: formatBits(person.bitsPerSecond, locale),
  });
  const shared = { className: `${styles.node} ${styles.person}`, style: styleAt(place), 'aria-label': label };
  return (
    <Tooltip label={label}>
      {person.username === undefined ? (
        <Link {...shared} to="/locations/$locationId" params={{ locationId: String(locationId) }}>
          <Avatar name={person.name}>
            <IconServer size="0.875rem" />
          </Avatar>
        </Link>
      ) : (
        <Link {...shared} to="/users/$username" params={{ username: person.username }}>
          <Avatar name={person.name} />
        </Link>
      )}
    </Tooltip>
  );
}

function styleAt({ x, y }: Place = center): CSSProperties {
  return { insetInlineStart: `${x}%`, insetBlockStart: `${y}%` };
}

function connectedCount(gateways: readonly GatewayStatus[]): number {
  return gateways.filter(({ connected }) => connected).length;
}

function stateOf(gateways: readonly GatewayStatus[]): 'missing' | 'none' | 'some' | 'all' {
  if (gateways.length === 0) return 'missing';
  const connected = connectedCount(gateways);
  if (connected === 0) return 'none';
  return connected < gateways.length ? 'some' : 'all';
}
