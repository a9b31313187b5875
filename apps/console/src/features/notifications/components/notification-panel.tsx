import { Button, CloseButton } from '@mantine/core';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { showFailure } from '../../../lib/form-errors.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { ListSkeleton } from '../../../ui/skeletons.tsx';
import { useMe } from '../../auth/index.ts';
import { isKnown } from '../notification-displays.ts';
import { notificationsQuery, unreadQuery, useReadAll } from '../notifications.queries.ts';
import { NotificationList } from './notification-list.tsx';
import styles from './notification-panel.module.css';

interface Props {
  /** Called when the reader follows a link. */
  onLeave: () => void;
  /** Shows a button that closes the panel. */
  onClose?: () => void;
}

/** The notifications of the user, latest first, by day. */
export function NotificationPanel({ onLeave, onClose }: Props) {
  const { t } = useTranslation(['notifications', 'common']);
  const { is_admin } = useMe();
  const list = useInfiniteQuery(notificationsQuery());
  const content = useRef<HTMLDivElement>(null);
  const notifications = list.data?.pages.flatMap((page) => page.notifications.filter(isKnown));
  const latest = notifications?.[0]?.id;
  const focusContent = () => content.current?.focus();
  return (
    <>
      <header className={styles.head}>
        <h2 className={styles.title}>{t('title')}</h2>
        {latest !== undefined && <ReadAllButton latest={latest} onDone={focusContent} />}
        {onClose && <CloseButton aria-label={t('common:close')} onClick={onClose} />}
      </header>
      <div ref={content} tabIndex={-1} className={styles.content}>
        {list.isPending && <ListSkeleton count={4} />}
        {list.isError && !notifications && (
          <ErrorState
            error={list.error}
            title={t('failed')}
            onRetry={() => void list.refetch()}
            retrying={list.isFetching}
          />
        )}
        {notifications?.length === 0 && (
          <EmptyState picture="calm" title={t('empty')} text={is_admin ? t('empty_admin') : t('empty_text')} />
        )}
        {notifications && notifications.length > 0 && (
          <NotificationList notifications={notifications} onLeave={onLeave} onRemovedLast={focusContent} />
        )}
        {list.hasNextPage && (
          <Button
            variant="subtle"
            color="gray"
            fullWidth
            loading={list.isFetchingNextPage}
            onClick={() => void list.fetchNextPage()}
          >
            {t('older')}
          </Button>
        )}
      </div>
    </>
  );
}

/** Those that arrive while it is sent stay unread. */
function ReadAllButton({ latest, onDone }: { latest: number; onDone: () => void }) {
  const { t } = useTranslation('notifications');
  const unread = useQuery(unreadQuery()).data?.unread ?? 0;
  const readAll = useReadAll();
  if (unread === 0) return null;
  return (
    <Button
      variant="subtle"
      size="compact-sm"
      loading={readAll.isPending}
      onClick={() => readAll.mutate(latest, { onError: showFailure, onSuccess: onDone })}
    >
      {t('read_all')}
    </Button>
  );
}
