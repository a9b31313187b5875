import type { Update } from '@gatewarden/contract/updates';
import { Button } from '@mantine/core';
import { useLocation } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { StatusBadge } from '../../../ui/status-badge.tsx';
import { toast } from '../../../ui/toast.tsx';
import { useDismissal } from '../use-dismissal.ts';
import { UpdateDialog } from './update-dialog.tsx';
import styles from './update-toast.module.css';

/** One toast at a time: a later release replaces it. */
const toastId = 'update';

/** Has the same at its top. */
const versionsPath = '/versions';

/** A toast about the release until it is dismissed, and its dialog. Hidden below other dialogs and on the page of versions. */
export function UpdateToast({ update }: { update: Update }) {
  const { t } = useTranslation('updates');
  const { isDismissed, dismiss } = useDismissal();
  const [isOpen, setIsOpen] = useState(false);
  const isOnVersions = useLocation({ select: ({ pathname }) => pathname === versionsPath });
  const isShown = !isDismissed(update) && !isOnVersions;

  // biome-ignore lint/correctness/useExhaustiveDependencies: `dismiss` differs at each rendering and does the same
  useEffect(() => {
    if (!isShown) return;
    const show = update.critical ? toast.warning : toast.info;
    show(t('toast.title', { version: update.version }), {
      customId: toastId,
      content: <ToastContent update={update} onMore={() => setIsOpen(true)} onDismiss={() => dismiss(update)} />,
    });
    return () => toast.hide(toastId);
  }, [isShown, update, t]);

  return <UpdateDialog update={update} opened={isOpen} onClose={() => setIsOpen(false)} />;
}

interface ContentProps {
  readonly update: Update;
  readonly onMore: () => void;
  readonly onDismiss: () => void;
}

function ToastContent({ update, onMore, onDismiss }: ContentProps) {
  const { t } = useTranslation('updates');
  return (
    <div className={styles.line}>
      {update.critical && <StatusBadge tone="danger">{t('critical')}</StatusBadge>}
      <Button variant="default" size="compact-sm" onClick={onMore}>
        {t('toast.more')}
      </Button>
      <Button
        component="a"
        href={update.release_notes_url}
        target="_blank"
        rel="noreferrer"
        variant="subtle"
        size="compact-sm"
        className={styles.notes ?? ''}
      >
        {t('release_notes')}
      </Button>
      <Button variant="subtle" size="compact-sm" onClick={onDismiss}>
        {t('dismiss')}
      </Button>
    </div>
  );
}
