import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import { RichText } from '../../../ui/rich-text.tsx';
import { lastSignInQuery } from '../users.queries.ts';
import styles from './user-summary.module.css';

/** When and from where the user last signed in, as far as the activity log goes back. */
export function LastSignIn({ username }: { username: string }) {
  const { t } = useTranslation('users');
  const { data: entry, isError } = useQuery(lastSignInQuery(username));
  if (entry === undefined) return isError ? '–' : <Skeleton className={styles.pending} />;
  if (entry === null) return <>{t('last_sign_in.never')}</>;
  const time = () => <RelativeTime at={entry.timestamp} />;
  const ip = entry.ip?.replace(/\/(32|128)$/, '');
  return <RichText text={ip ? t('last_sign_in.from', { ip }) : '<time></time>'} parts={{ time }} />;
}
