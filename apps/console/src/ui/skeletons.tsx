import { Skeleton } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import styles from './skeletons.module.css';

const rows = (count: number) => Array.from({ length: count }, (_, index) => index);

/** Placeholder of one line of text. */
export function TextSkeleton() {
  return <Skeleton className={styles.line} />;
}

/** Placeholder of the header of a page: a title and a line below it. */
export function HeaderSkeleton() {
  return (
    <div className={styles.header} aria-hidden>
      <Skeleton className={styles.title} />
      <TextSkeleton />
    </div>
  );
}

/** Placeholder of a list, with the height of its rows. */
export function ListSkeleton({ count = 8 }: { count?: number }) {
  const { t } = useTranslation();
  return (
    <div className={styles.list} aria-busy role="status" aria-label={t('loading')}>
      {rows(count).map((row) => (
        <div key={row} className={styles.row}>
          <Skeleton className={styles.text} />
        </div>
      ))}
    </div>
  );
}

/** Placeholder of a form with `count` labelled fields. */
export function FormSkeleton({ count = 4 }: { count?: number }) {
  const { t } = useTranslation();
  return (
    <div className={styles.form} aria-busy role="status" aria-label={t('loading')}>
      {rows(count).map((row) => (
        <div key={row} className={styles.field}>
          <Skeleton className={styles.label} />
          <Skeleton className={styles.control} />
        </div>
      ))}
    </div>
  );
}

/** Placeholder of cards in a grid. */
export function CardsSkeleton({ count = 3 }: { count?: number }) {
  const { t } = useTranslation();
  return (
    <div className={styles.cards} aria-busy role="status" aria-label={t('loading')}>
      {rows(count).map((row) => (
        <Skeleton key={row} className={styles.card} />
      ))}
    </div>
  );
}
