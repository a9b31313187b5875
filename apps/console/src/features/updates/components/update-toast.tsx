import type { Update } from '@gatewarden/contract/updates';
import { Anchor, Button, Group } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { StatusBadge } from '../../../ui/status-badge.tsx';
import { toast } from '../../../ui/toast.tsx';
import { useDismissal } from '../use-dismissal.ts';
import { UpdateDialog } from './update-dialog.tsx';

/** One toast at a time: a later release replaces it. */
const toastId = 'update';

/** A toast about the release until it is dismissed, and the dialog behind it. */
export function UpdateToast({ update }: { update: Update }) {
  const { t } = useTranslation('updates');
  const { isDismissed, dismiss } = useDismissal();
  const [isOpen, setIsOpen] = useState(false);
  const isShown = !isDismissed(update);

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
    <>
      <Group gap="md" mb="xs">
        {update.critical && <StatusBadge tone="danger">{t('critical')}</StatusBadge>}
        <Anchor href={update.release_notes_url} target="_blank" rel="noreferrer" size="sm">
          {t('release_notes')}
        </Anchor>
      </Group>
      <Group gap="xs">
        <Button variant="default" size="compact-sm" onClick={onMore}>
          {t('toast.more')}
        </Button>
        <Button variant="subtle" size="compact-sm" onClick={onDismiss}>
          {t('dismiss')}
        </Button>
      </Group>
    </>
  );
}
