import type { Notice } from '@gatewarden/contract/notices';
import { Alert } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { formatInstant, instantOf } from '../../../lib/format/instant.ts';
import { TextLink } from '../../../ui/links.tsx';
import { displayOf } from '../notice-kinds.ts';
import styles from './notice-list.module.css';

export function NoticeList({ notices }: { notices: readonly Notice[] }) {
  return (
    <div className={styles.list}>
      {notices.map((notice) => (
        <NoticeBanner key={notice.kind} notice={notice} />
      ))}
    </div>
  );
}

function NoticeBanner({ notice }: { notice: Notice }) {
  const { t, i18n } = useTranslation('notices');
  const display = displayOf(notice.kind);
  // A server that is newer than this page may know kinds that have no text here.
  if (!display) return null;
  const { color, link, Action } = display;
  return (
    <Alert color={color} icon={<IconAlertTriangle aria-hidden />} title={t(`${notice.kind}.title`)}>
      <p className={styles.text}>{t(`${notice.kind}.text`, { replace: notice.details })}</p>
      {notice.since && (
        <p className={styles.text}>{t('since', { time: formatInstant(instantOf(notice.since), i18n.language) })}</p>
      )}
      {link && <TextLink to={link.to}>{t(link.label)}</TextLink>}
      {Action && <Action notice={notice} />}
    </Alert>
  );
}
