import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ErrorState } from '../../../ui/error-state.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import { ListSkeleton } from '../../../ui/skeletons.tsx';
import { newestQuery } from '../activity-log.queries.ts';
import type { ActivityFilter } from '../filter.ts';
import { useActivityTexts } from '../use-activity-texts.ts';
import styles from './recent-entries.module.css';

const shown = 5;

interface Props {
  title: string;
  filter: ActivityFilter;
  /** Shown when there are none. */
  none?: string;
  /** Link to the page of these entries, with one of them open. */
  link: (entry: number | undefined, children: ReactNode) => ReactNode;
}

/** The newest entries of the log about an object, for its summary. */
export function RecentEntries({ title, filter, none, link }: Props) {
  const { t } = useTranslation('activity-log');
  const { sentenceFor } = useActivityTexts();
  const newest = useQuery(newestQuery(filter));
  return (
    <Panel title={title} actions={link(undefined, t('recent.all'))}>
      {newest.isPending ? (
        <ListSkeleton count={shown} />
      ) : !newest.data ? (
        <ErrorState
          error={newest.error}
          title={t('failed')}
          onRetry={() => void newest.refetch()}
          retrying={newest.isFetching}
        />
      ) : newest.data.data.length === 0 ? (
        <p className={styles.none}>{none ?? t('recent.none')}</p>
      ) : (
        <ul className={styles.entries} aria-label={title}>
          {newest.data.data.slice(0, shown).map((entry) => (
            <li key={entry.id} className={styles.entry}>
              {link(entry.id, sentenceFor(entry))}
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
