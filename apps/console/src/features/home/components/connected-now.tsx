import type { LocationInfo } from '@gatewarden/contract/locations';
import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { personName } from '../../../lib/format/person-name.ts';
import { Avatar } from '../../../ui/avatar.tsx';
import { TextLink } from '../../../ui/links.tsx';
import { LiveDot } from '../../../ui/live-dot.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { RichText } from '../../../ui/rich-text.tsx';
import { useIsLive } from '../../live/index.ts';
import { locationsQuery, useLocationStats } from '../../locations/index.ts';
import { statsQuery } from '../../traffic/index.ts';
import styles from './connected-now.module.css';

/** Locations with their people; the overview shows all of them. */
const shownLocations = 6;
const shownPeople = 5;
/** The window of the figures of the home page. */
const homeHours = 24;

/** Who is connected, per location. */
export function ConnectedNow() {
  const { t } = useTranslation('home');
  const locations = useQuery(locationsQuery());
  const stats = useQuery(statsQuery(homeHours));
  const live = useIsLive();
  const count = stats.data?.body.current_active_users;
  return (
    <Panel
      title={t('now.title')}
      actions={<LiveDot updatedAt={stats.data?.at.getTime() ?? 0} live={live && !stats.isError} />}
    >
      {count === undefined ? (
        <Skeleton className={styles.pendingFigure} />
      ) : (
        <p className={styles.figure}>
          <RichText
            text={t('now.people', { count })}
            parts={{ figure: (number) => <span className={styles.number}>{number}</span> }}
          />
        </p>
      )}
      <ul className={styles.list}>
        {(locations.data ?? []).slice(0, shownLocations).map((location) => (
          <LocationNow key={location.id} location={location} />
        ))}
      </ul>
      {(locations.data?.length ?? 0) > shownLocations && <TextLink to="/overview">{t('now.all')}</TextLink>}
    </Panel>
  );
}

function LocationNow({ location: { id, name } }: { location: LocationInfo }) {
  const { t } = useTranslation('home');
  const { trends, isError } = useLocationStats();
  const stats = trends?.get(id)?.stats;
  const people = stats?.people.slice(0, shownPeople) ?? [];
  const hidden = (stats?.current_active_users ?? 0) + (stats?.current_active_network_devices ?? 0) - people.length;
  return (
    <li className={styles.location}>
      <TextLink to="/locations/$locationId" params={{ locationId: String(id) }} className={styles.name}>
        {name}
      </TextLink>
      {!trends && !isError && <Skeleton className={styles.pending} />}
      {!trends && isError && <span className={styles.dim}>{t('now.failed')}</span>}
      {trends && people.length === 0 && hidden === 0 && <span className={styles.dim}>{t('now.none')}</span>}
      {people.length > 0 && (
        <ul className={styles.people} aria-label={t('now.in', { name })}>
          {people.map((person) => (
            <li key={person.username}>
              <TextLink
                to="/users/$username"
                params={{ username: person.username }}
                aria-label={personName(person)}
                title={personName(person)}
                className={styles.person}
              >
                <Avatar name={personName(person)} />
              </TextLink>
            </li>
          ))}
        </ul>
      )}
      {hidden > 0 && <span className={styles.dim}>{t('now.more', { count: hidden })}</span>}
    </li>
  );
}
