import type { LocationInfo } from '@gatewarden/contract/locations';
import { Button } from '@mantine/core';
import { IconServer } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatBits } from '../../../lib/format/quantity.ts';
import { Avatar } from '../../../ui/avatar.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { ButtonLink, TextLink } from '../../../ui/links.tsx';
import { SearchField } from '../../../ui/search-field.tsx';
import { ListSkeleton } from '../../../ui/skeletons.tsx';
import type { Peek } from '../../../ui/table/list-props.ts';
import { connectedPeople, type MapPerson, mapHours } from '../map-data.ts';
import { type Connected, connectedUsersQuery } from '../traffic.queries.ts';
import styles from './connected-peek.module.css';

/** Each refresh loads all that are shown. */
const peoplePerStep = 50;
const maxPeople = 500;

/** All people and network devices that are connected to a location, in a drawer. */
export function useConnectedPeek(): (location: LocationInfo) => Peek {
  const { t } = useTranslation(['traffic', 'common']);
  return ({ id, name }) => ({
    title: t('connected.title'),
    state: name,
    open: (
      <ButtonLink to="/locations/$locationId" params={{ locationId: String(id) }} variant="default" size="compact-sm">
        {t('common:peek.open')}
      </ButtonLink>
    ),
    content: <ConnectedPeople key={id} locationId={id} />,
  });
}

function ConnectedPeople({ locationId }: { locationId: number }) {
  const { t } = useTranslation('traffic');
  const [search, setSearch] = useState('');
  const [size, setSize] = useState(peoplePerStep);
  const connected = useQuery(connectedUsersQuery(locationId, mapHours, { search, size }));
  return (
    <div className={styles.content}>
      <SearchField label={t('connected.search')} value={search} onChange={setSearch} />
      {connected.isPending && <ListSkeleton count={8} />}
      {!connected.data && connected.isError && (
        <ErrorState
          error={connected.error}
          title={t('connected.failed')}
          onRetry={() => void connected.refetch()}
          retrying={connected.isFetching}
        />
      )}
      {connected.data && (
        <People
          connected={connected.data}
          isSearch={search !== ''}
          loading={connected.isPlaceholderData}
          onMore={size < maxPeople ? () => setSize(size + peoplePerStep) : undefined}
        />
      )}
    </div>
  );
}

interface PeopleProps {
  connected: Connected;
  isSearch: boolean;
  loading: boolean;
  /** Absent: others are found by searching. */
  onMore: (() => void) | undefined;
}

function People({ connected: { body, at }, isSearch, loading, onMore }: PeopleProps) {
  const { t } = useTranslation(['traffic', 'common']);
  const people = connectedPeople(body, at);
  if (people.length === 0) {
    return isSearch ? (
      <EmptyState title={t('common:table.no_match_title')} text={t('common:table.no_match_text')} />
    ) : (
      <EmptyState title={t('connected.empty_title')} text={t('connected.empty_text')} />
    );
  }
  const hidden = (body.total_items ?? people.length) - people.length;
  return (
    <>
      <ul className={styles.people} aria-label={t('connected.title')}>
        {people.map((person) => (
          <Person key={person.key} person={person} />
        ))}
      </ul>
      {hidden > 0 && onMore && (
        <Button variant="default" loading={loading} onClick={onMore}>
          {t('connected.more', { count: Math.min(hidden, peoplePerStep) })}
        </Button>
      )}
    </>
  );
}

function Person({ person: { name, username, devices, bitsPerSecond } }: { person: MapPerson }) {
  const { t, i18n } = useTranslation('traffic');
  return (
    <li className={styles.person}>
      {username === undefined ? (
        <Avatar name={name}>
          <IconServer size="0.875rem" />
        </Avatar>
      ) : (
        <Avatar name={name} />
      )}
      <span className={styles.what}>
        <span className={styles.name} title={name}>
          {username === undefined ? (
            name
          ) : (
            <TextLink to="/users/$username" params={{ username }}>
              {name}
            </TextLink>
          )}
        </span>
        <span className={styles.devices}>
          {username === undefined ? t('connected.network_device') : devices.map((device) => device.name).join(', ')}
        </span>
      </span>
      <span className={styles.rate}>{formatBits(bitsPerSecond, i18n.language)}</span>
    </li>
  );
}
