import type { GatewayStatus } from '@gatewarden/contract/gateways';
import type { LocationInfo } from '@gatewarden/contract/locations';
import { formatEndpoint } from '@gatewarden/net/endpoint';
import { Skeleton } from '@mantine/core';
import { IconRouter } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { personName } from '../../../lib/format/person-name.ts';
import { formatBytes } from '../../../lib/format/quantity.ts';
import { AvatarList } from '../../../ui/avatar-list.tsx';
import { directions } from '../../../ui/chart/direction.ts';
import { DirectionLabel } from '../../../ui/chart/direction-label.tsx';
import { Sparkline } from '../../../ui/chart/sparkline.tsx';
import { ChipList } from '../../../ui/chip-list.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { FactList } from '../../../ui/fact-list.tsx';
import { ButtonLink, TextLink } from '../../../ui/links.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import { Row, RowFacts, RowList } from '../../../ui/row-list.tsx';
import { StatusBadge } from '../../../ui/status-badge.tsx';
import { type LocationTrend, useLocationStats } from '../use-location-stats.ts';
import styles from './location-summary.module.css';

/** What matters about a location, beside a list: gateways and their state, traffic, who is connected, and access. */
export function LocationSummary({ location }: { location: LocationInfo }) {
  const { trends, isError } = useLocationStats();
  const trend = trends?.get(location.id);
  return (
    <>
      <Gateways location={location} />
      {!trends && !isError && <Skeleton className={styles.pending} />}
      {trend && <Traffic trend={trend} />}
      {trend && <People trend={trend} locationId={location.id} />}
      <Facts location={location} />
    </>
  );
}

function Gateways({ location: { id, gateways } }: { location: LocationInfo }) {
  const { t } = useTranslation('locations');
  const params = { locationId: String(id) };
  const inService = gateways.filter(({ revoked }) => !revoked);
  return (
    <Panel
      title={t('column.gateways')}
      variant="open"
      actions={
        inService.length > 0 && (
          <TextLink to="/locations/$locationId/gateways" params={params}>
            {t('summary.all_gateways')}
          </TextLink>
        )
      }
    >
      {inService.length === 0 ? (
        <EmptyState
          variant="row"
          icon={<IconRouter />}
          title={t('connection.missing')}
          text={t('summary.no_gateway')}
          action={
            <ButtonLink to="/locations/$locationId/gateways" params={params} variant="default">
              {t('summary.set_up_gateway')}
            </ButtonLink>
          }
        />
      ) : (
        <RowList label={t('column.gateways')}>
          {inService.map((gateway) => (
            <Row key={gateway.uid} name={gateway.name || gateway.hostname} badge={<Connection gateway={gateway} />}>
              <RowFacts>
                <span>
                  <GatewaySince gateway={gateway} />
                </span>
                {gateway.last_error !== null && <span>{t('connection.faulty', { count: 1 })}</span>}
              </RowFacts>
            </Row>
          ))}
        </RowList>
      )}
    </Panel>
  );
}

function Connection({ gateway: { connected } }: { gateway: GatewayStatus }) {
  const { t } = useTranslation('locations');
  return (
    <StatusBadge tone={connected ? 'success' : 'danger'}>
      {t(connected ? 'summary.connected' : 'summary.disconnected')}
    </StatusBadge>
  );
}

/** Since when the gateway is connected or not; one that never was has no time. */
function GatewaySince({ gateway }: { gateway: GatewayStatus }) {
  const { t } = useTranslation('locations');
  const at = gateway.connected ? gateway.connected_at : gateway.disconnected_at;
  if (at === null) return t('summary.never_connected');
  return <RelativeTime at={at} />;
}

function Traffic({ trend: { stats, points } }: { trend: LocationTrend }) {
  const { t, i18n } = useTranslation('locations');
  const bytes = { down: stats.upload, up: stats.download };
  return (
    <Panel title={t('summary.traffic')}>
      <Sparkline points={points} />
      <div className={styles.totals}>
        {directions.map((direction) => (
          <DirectionLabel key={direction} direction={direction} short>
            {formatBytes(bytes[direction], i18n.language)}
          </DirectionLabel>
        ))}
      </div>
    </Panel>
  );
}

function People({ trend: { stats }, locationId }: { trend: LocationTrend; locationId: number }) {
  const { t } = useTranslation('locations');
  const { people, current_active_users: total, current_active_network_devices: others } = stats;
  const hidden = total - people.length;
  return (
    <Panel
      title={t('summary.connected_now', { count: total })}
      text={others > 0 ? t('summary.network_devices', { count: others }) : undefined}
      variant="open"
    >
      {people.length > 0 && (
        <AvatarList
          items={people.map((person) => ({
            id: person.username,
            name: personName(person),
            link: { to: '/users/$username', params: { username: person.username } },
          }))}
        />
      )}
      {hidden > 0 && (
        <TextLink to="/locations/$locationId" params={{ locationId: String(locationId) }}>
          {t('summary.more', { count: hidden })}
        </TextLink>
      )}
    </Panel>
  );
}

function Facts({ location }: { location: LocationInfo }) {
  const { t } = useTranslation('locations');
  const { address, endpoint: host, port, allowed_groups: groups } = location;
  const endpoint = formatEndpoint({ host, port });
  return (
    <Panel title={t('summary.details')}>
      <FactList
        facts={[
          { label: t('fact.endpoint'), value: endpoint, copy: endpoint },
          { label: t('column.networks'), value: address.join(', ') },
          {
            label: t('column.access'),
            value: groups.length === 0 ? t('all_users') : <ChipList items={groups} max={4} />,
          },
        ]}
      />
    </Panel>
  );
}
