import type { Notification } from '@gatewarden/contract/notifications';
import { isRetainedNotification } from '@gatewarden/contract/notifications.names';
import { ActionIcon, Tooltip } from '@mantine/core';
import { IconCheck, IconX } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { showFailure } from '../../../lib/form-errors.ts';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import { useMe } from '../../auth/index.ts';
import { notificationDisplays } from '../notification-displays.ts';
import { useDismiss, useRead } from '../notifications.queries.ts';
import { useNotificationText } from '../use-notification-text.ts';
import styles from './notification-list.module.css';

interface Props {
  notification: Notification;
  now: Date;
  onLeave: () => void;
  /** Called before the row is removed. */
  onDismiss: () => void;
}

/**
 * What happened, with a link to what it is about; following it marks the notification as read. Those about the account
 * of the reader cannot be dismissed.
 */
export function NotificationRow({ notification, now, onLeave, onDismiss }: Props) {
  const { t } = useTranslation('notifications');
  const { username } = useMe();
  const texts = useNotificationText();
  const { mutate: markRead } = useRead();
  const dismissal = useDismiss();
  const { id, kind, at, read } = notification;
  const { icon: Icon, tone, link } = notificationDisplays[kind];
  const what = texts.what(notification, username, now);
  const row = useRef<HTMLLIElement>(null);
  // the button that has the focus is removed
  const markAsRead = () => {
    row.current?.querySelector('a')?.focus();
    markRead(id, { onError: showFailure });
  };
  return (
    <li ref={row} className={styles.row} data-read={read}>
      <span className={styles.icon} data-tone={tone} aria-hidden>
        <Icon size="1.25rem" stroke={1.75} />
      </span>
      <div className={styles.words}>
        <Link
          {...link(notification, username)}
          className={styles.what}
          onClick={() => {
            if (!read) markRead(id);
            onLeave();
          }}
        >
          {!read && <span className={styles.hidden}>{t('unread')}</span>} {what}
        </Link>
        <div className={styles.context}>
          {[<RelativeTime key="at" at={at} />, ...texts.context(notification)].map((part, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a row never move
            <span key={index}>{part}</span>
          ))}
        </div>
      </div>
      {!read && <span className={styles.dot} aria-hidden />}
      {isRetainedNotification(kind) ? (
        !read && (
          <RowAction label={t('read')} name={t('read_what', { what })} onClick={markAsRead}>
            <IconCheck size="1rem" aria-hidden />
          </RowAction>
        )
      ) : (
        <RowAction
          label={t('dismiss')}
          name={t('dismiss_what', { what })}
          loading={dismissal.isPending}
          onClick={() => {
            onDismiss();
            dismissal.mutate(id, { onError: showFailure });
          }}
        >
          <IconX size="1rem" aria-hidden />
        </RowAction>
      )}
    </li>
  );
}

interface RowActionProps {
  label: string;
  /** The label, and what it is about. */
  name: string;
  loading?: boolean;
  onClick: () => void;
  children: ReactNode;
}

function RowAction({ label, name, loading = false, onClick, children }: RowActionProps) {
  return (
    <Tooltip label={label}>
      <ActionIcon
        className={styles.action}
        variant="subtle"
        color="gray"
        loading={loading}
        aria-label={name}
        onClick={onClick}
      >
        {children}
      </ActionIcon>
    </Tooltip>
  );
}
