import type { Notification } from '@gatewarden/contract/notifications';
import { useEffect, useEffectEvent, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useNow } from '../../../lib/use-now.ts';
import { groupByDay } from '../group-by-day.ts';
import styles from './notification-list.module.css';
import { NotificationRow } from './notification-row.tsx';

interface Props {
  notifications: readonly Notification[];
  /** Called when the reader follows a link. */
  onLeave: () => void;
  /** Called when the last one was dismissed, and with it the button that had the focus. */
  onRemovedLast: () => void;
}

/** Grouped by day. Arrow keys move between the notifications. */
export function NotificationList({ notifications, onLeave, onRemovedLast }: Props) {
  const { i18n } = useTranslation();
  const now = useNow();
  const list = useRef<HTMLDivElement>(null);
  const links = () => [...(list.current?.querySelectorAll<HTMLElement>('a') ?? [])];

  const moveFocus = useEffectEvent((event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!step) return;
    const all = links();
    const row = document.activeElement?.closest('li');
    const index = all.findIndex((link) => row?.contains(link));
    event.preventDefault();
    all[Math.min(Math.max(index + step, 0), all.length - 1)]?.focus();
  });
  // before a notification has the focus, the dialog has it
  useEffect(() => {
    const listening = new AbortController();
    const dialog = list.current?.closest<HTMLElement>('[role="dialog"]');
    dialog?.addEventListener('keydown', moveFocus, { signal: listening.signal });
    return () => listening.abort();
  }, []);

  /** The focus goes to the next notification, or to the previous one from the last. */
  function leaveRow(id: number) {
    const index = notifications.findIndex((one) => one.id === id);
    const all = links();
    const next = all[index + 1] ?? all[index - 1];
    if (next) next.focus();
    else onRemovedLast();
  }

  return (
    <div ref={list}>
      {groupByDay(notifications, now, i18n.language).map(({ label, notifications: ofDay }) => (
        <section key={label} aria-label={label}>
          <h3 className={styles.day}>{label}</h3>
          <ul className={styles.list}>
            {ofDay.map((notification) => (
              <NotificationRow
                key={notification.id}
                notification={notification}
                now={now}
                onLeave={onLeave}
                onDismiss={() => leaveRow(notification.id)}
              />
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}
