import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { ErrorState } from '../../../ui/error-state.tsx';
import { TextLink } from '../../../ui/links.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import { ListSkeleton } from '../../../ui/skeletons.tsx';
import { newestQuery } from '../activity-log.queries.ts';
import { useActivityTexts } from '../use-activity-texts.ts';
import styles from './recent-activity.module.css';

const shown = 5;

/** The last actions of a user. */
export function RecentActivity({ username }: { username: string }) {
  const { t } = useTranslation('activity-log');
  const { sentenceFor } = useActivityTexts();
  const newest = useQuery(newestQuery({ person: [username] }));
  return (
    <Panel
      title={t('recent.title')}
      actions={
        <TextLink to="/users/$username/activity" params={{ username }}>
          {t('recent.all')}
        </TextLink>
      }
    >
      {newest.isPending ? (
        <ListSkeleton count={shown} />
      ) : !newest.data ? (
        <ErrorState error={newest.error} onRetry={() => void newest.refetch()} retrying={newest.isFetching} />
      ) : newest.data.data.length === 0 ? (
        <p className={styles.none}>{t('recent.none')}</p>
      ) : (
        <ul className={styles.entries} aria-label={t('recent.title')}>
          {newest.data.data.slice(0, shown).map((entry) => (
            <li key={entry.id} className={styles.entry}>
              <TextLink
                to="/users/$username/activity"
                params={{ username }}
                search={{ entry: entry.id }}
                preload={false}
                c="inherit"
              >
                {sentenceFor(entry)}
              </TextLink>
              <span className={styles.time}>
                <RelativeTime at={entry.timestamp} />
              </span>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}
