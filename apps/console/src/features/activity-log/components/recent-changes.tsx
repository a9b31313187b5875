import type { ActivityEvent } from '@gatewarden/contract/activity-events';
import type { ActivityRow } from '@gatewarden/contract/activity-log';
import { homeActivity } from '@gatewarden/contract/home.names';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { ErrorState } from '../../../ui/error-state.tsx';
import { TextLink } from '../../../ui/links.tsx';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import { ListSkeleton } from '../../../ui/skeletons.tsx';
import { newestQuery } from '../activity-log.queries.ts';
import { useActivityTexts } from '../use-activity-texts.ts';
import styles from './recent-changes.module.css';

const shownEntries = 5;
/** Without connections of devices, of which there are many more. */
const filter = { module: ['gatewarden', 'enrollment'] } as const;

/** Of which there are many, and which change nothing. */
const unchanging: readonly ActivityEvent[] = [
  'user_login',
  'user_mfa_login',
  'user_logout',
  'gateway_token_shown',
  ...homeActivity,
];

/** The newest changes in the log, with links to their details. */
export function RecentChanges() {
  const { t } = useTranslation('activity-log');
  const newest = useQuery(newestQuery(filter));
  if (!newest.data) {
    return newest.isError ? (
      <ErrorState
        error={newest.error}
        title={t('failed')}
        onRetry={() => void newest.refetch()}
        retrying={newest.isFetching}
      />
    ) : (
      <ListSkeleton count={shownEntries} />
    );
  }
  const rows = newest.data.data;
  const changes = rows.filter(({ event }) => !unchanging.includes(event));
  if (changes.length === 0) return <p className={styles.none}>{t('recent.no_changes')}</p>;
  return (
    <ul className={styles.list} aria-label={t('title')}>
      {changes.slice(0, shownEntries).map((row) => (
        <RecentEntry key={row.id} row={row} />
      ))}
    </ul>
  );
}

function RecentEntry({ row }: { row: ActivityRow }) {
  const { t } = useTranslation('activity-log');
  const { sentenceFor } = useActivityTexts();
  return (
    <li className={styles.entry}>
      <TextLink to="/activity" search={{ entry: row.id }} preload={false} className={styles.what}>
        {sentenceFor(row)}
      </TextLink>
      <span className={styles.facts}>
        {row.username ?? t('system')} · <RelativeTime at={row.timestamp} />
      </span>
    </li>
  );
}
