import type { LocationInfo } from '@gatewarden/contract/locations';
import { formatEndpoint } from '@gatewarden/net/endpoint';
import { Group, Skeleton } from '@mantine/core';
import { IconMapPin, IconRouter } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useMatchRoute } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useLeaveDeleted } from '../../../lib/use-leave-deleted.ts';
import { Avatar } from '../../../ui/avatar.tsx';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { ButtonLink } from '../../../ui/links.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import { RichText } from '../../../ui/rich-text.tsx';
import { connectedNowQuery } from '../locations.queries.ts';
import { ConnectionBadge } from './connection-badge.tsx';
import styles from './location-header.module.css';
import { LocationMenu } from './location-menu.tsx';

/** Header of the page of a location: whether it works, its address, and how many people use it now. */
export function LocationHeader({ location }: { location: LocationInfo }) {
  const { t } = useTranslation('locations');
  const params = { locationId: String(location.id) };
  // the overview shows the people itself
  const isOverview = useMatchRoute()({ to: '/locations/$locationId' }) !== false;
  const leaveDeleted = useLeaveDeleted('/locations', params.locationId);
  const endpoint = formatEndpoint({ host: location.endpoint, port: location.port });
  return (
    <PageHeader
      above={[{ label: t('title'), to: '/locations' }]}
      icon={
        <Avatar name={location.name} size="lg">
          <IconMapPin />
        </Avatar>
      }
      title={location.name}
      state={<State location={location} />}
      facts={[
        {
          label: t('fact.endpoint'),
          value: (
            <Group gap="xs">
              {endpoint}
              <CopyButton value={endpoint} what={t('fact.endpoint')} />
            </Group>
          ),
        },
        { label: t('column.networks'), value: location.address.join(', ') },
        ...(isOverview ? [] : [{ label: t('fact.connected'), value: <ConnectedNow locationId={location.id} /> }]),
      ]}
      actions={
        <>
          <LocationMenu location={location} withPages={false} onDeleted={leaveDeleted} />
          {location.gateways.length === 0 && (
            <ButtonLink to="/locations/$locationId/gateways" params={params} leftSection={<IconRouter size="1rem" />}>
              {t('set_up_gateway')}
            </ButtonLink>
          )}
        </>
      }
    />
  );
}

/** "1 of 2 gateways connected", and since when each other one is down. */
function State({ location: { gateways } }: { location: LocationInfo }) {
  const { t } = useTranslation('locations');
  const down = gateways.filter((gateway) => !gateway.connected && !gateway.revoked && gateway.disconnected_at !== null);
  return (
    <span className={styles.state}>
      <ConnectionBadge gateways={gateways} />
      {down.map((gateway) => (
        <span key={gateway.uid}>
          <RichText
            text={t('down_since', { name: gateway.name || gateway.hostname })}
            parts={{ time: () => <RelativeTime at={gateway.disconnected_at} /> }}
          />
        </span>
      ))}
    </span>
  );
}

function ConnectedNow({ locationId }: { locationId: number }) {
  const { t } = useTranslation('locations');
  const { data, isError } = useQuery(connectedNowQuery(locationId));
  if (!data) return isError ? '–' : <Skeleton className={styles.pending} />;
  return t('fact.people', { count: data.current_active_users });
}
