import type { OpenidApp } from '@gatewarden/contract/openid-apps';
import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { showFailure } from '../../../lib/form-errors.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { toast } from '../../../ui/toast.tsx';
import { showUndoable } from '../../../ui/undo-toast.ts';
import { useSetAppState } from '../openid-apps.queries.ts';

interface Props {
  app: OpenidApp;
  onClose: () => void;
}

/** Asks before an application is disabled, with the number of people who use it; can be undone afterwards. */
export function DisableAppDialog({ app, onClose }: Props) {
  const { t } = useTranslation('openid-apps');
  const setState = useSetAppState();
  const { name, client_id: clientId } = app;
  const undo = () =>
    setState.mutate({ clientId, enabled: true }, { onSuccess: () => toast.success(t('undone')), onError: showFailure });
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title={t('disable.title', { app: name })}
      consequences={<Text>{consequence()}</Text>}
      confirmLabel={t('disable.confirm')}
      confirming={setState.isPending}
      onConfirm={() =>
        setState.mutate(
          { clientId, enabled: false },
          {
            onSuccess: () => {
              showUndoable(t('disabled_done', { app: name }), undo);
              onClose();
            },
            onError: showFailure,
          },
        )
      }
    />
  );

  function consequence(): string {
    if (app.kind === 'machine') return t('disable.machine');
    return app.user_count > 0 ? t('disable.people', { count: app.user_count }) : t('disable.none');
  }
}
