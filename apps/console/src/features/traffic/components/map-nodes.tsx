import type { GatewayStatus } from '@gatewarden/contract/gateways';
import type { LocationInfo } from '@gatewarden/contract/locations';
import { IconMapPin, IconRouter, IconServer } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { CSSProperties, MouseEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { formatBits, formatCount } from '../../../lib/format/quantity.ts';
import { useLocale } from '../../../lib/format/use-locale.ts';
import { Avatar } from '../../../ui/avatar.tsx';
import type { MapPerson } from '../map-data.ts';
import { center, type Place } from '../map-layout.ts';
import styles from './map-cluster.module.css';

/** What makes a link a node: its summary opens, and keys move to it. */
export interface NodeLink {
  'data-node': string;
  'aria-expanded': boolean;
  tabIndex: number;
  onFocus: () => void;
  onClick: (event: MouseEvent<HTMLElement>) => void;
}

interface NodeProps {
  place: Place | undefined;
  link: NodeLink;
}

interface LocationNodeProps {
  location: LocationInfo;
  gateways: readonly GatewayStatus[] | undefined;
  link: NodeLink;
}

export function LocationNode({ location: { id, name }, gateways, link }: LocationNodeProps) {
  const { t } = useTranslation('traffic');
  return (
    <Link
      {...link}
      className={`${styles.node} ${styles.location}`}
      style={styleAt(center)}
      data-state={gateways && stateOf(gateways)}
      to="/locations/$locationId"
      params={{ locationId: String(id) }}
      aria-label={t('map.location', { name })}
    >
      <IconMapPin size="1.5rem" aria-hidden />
    </Link>
  );
}

export function GatewayNode({ gateway, place, link }: NodeProps & { gateway: GatewayStatus }) {
  const { t } = useTranslation('traffic');
  const name = gateway.name ?? gateway.hostname;
  const label = t(gateway.connected ? 'map.gateway_connected' : 'map.gateway_down', { name });
  return (
    <Link
      {...link}
      className={`${styles.node} ${styles.gateway}`}
      style={styleAt(place)}
      data-connected={gateway.connected}
      to="/locations/$locationId/gateways/$gatewayId"
      params={{ locationId: String(gateway.network_id), gatewayId: gateway.uid }}
      aria-label={label}
    >
      <IconRouter size="1.125rem" aria-hidden />
      <Hint label={label} place={place} />
    </Link>
  );
}

interface PersonNodeProps extends NodeProps {
  person: MapPerson;
  locationId: number;
  /** Shows the short name below, where the cluster is wide enough. */
  isNamed: boolean;
}

export function PersonNode({ person, place, locationId, isNamed, link }: PersonNodeProps) {
  const { t } = useTranslation('traffic');
  const locale = useLocale();
  const { name, username, devices } = person;
  const label = t('map.person', { name, count: devices.length, rate: formatBits(person.bitsPerSecond, locale) });
  const shared = {
    ...link,
    className: `${styles.node} ${styles.person}`,
    style: styleAt(place),
    'aria-label': label,
  };
  const texts = (
    <>
      {isNamed && (
        <span className={styles.shortName} aria-hidden>
          {username === undefined ? name : name.split(' ')[0]}
        </span>
      )}
      <Hint label={label} place={place} />
    </>
  );
  if (username !== undefined) {
    return (
      <Link {...shared} to="/users/$username" params={{ username }}>
        <Avatar name={name} />
        {texts}
      </Link>
    );
  }
  const params = { locationId: String(locationId) };
  return (
    <Link {...shared} to="/locations/$locationId/devices" params={params} search={{ q: name }}>
      <Avatar name={name}>
        <IconServer size="0.875rem" />
      </Avatar>
      {texts}
    </Link>
  );
}

interface PeopleNodeProps extends NodeProps {
  /** Number of people and network devices without a node of their own. */
  hidden: number;
  locationId: number;
}

export function PeopleNode({ hidden, locationId, place, link }: PeopleNodeProps) {
  const { t } = useTranslation('traffic');
  const locale = useLocale();
  return (
    <Link
      {...link}
      className={`${styles.node} ${styles.more}`}
      style={styleAt(place)}
      to="/locations/$locationId"
      params={{ locationId: String(locationId) }}
      aria-label={t('map.more', { count: hidden })}
    >
      +{formatCount(hidden, locale)}
    </Link>
  );
}

/**
 * The label of a node for those who see, while it is hovered or has the focus. Of style sheets alone: a map has hundreds of
 * nodes.
 */
function Hint({ label, place: { x } = center }: { label: string; place: Place | undefined }) {
  return (
    <span className={styles.hint} data-side={x < 40 ? 'start' : x > 60 ? 'end' : 'center'} aria-hidden>
      {label}
    </span>
  );
}

function styleAt({ x, y }: Place = center): CSSProperties {
  return { insetInlineStart: `${x}%`, insetBlockStart: `${y}%` };
}

export function connectedCount(gateways: readonly GatewayStatus[]): number {
  return gateways.filter(({ connected }) => connected).length;
}

function stateOf(gateways: readonly GatewayStatus[]): 'missing' | 'none' | 'some' | 'all' {
  if (gateways.length === 0) return 'missing';
  const connected = connectedCount(gateways);
  if (connected === 0) return 'none';
  return connected < gateways.length ? 'some' : 'all';
}
