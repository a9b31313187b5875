import type { OpenidApp } from '@gatewarden/contract/openid-apps';
import { Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { showFailure } from '../../../lib/form-errors.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { toast } from '../../../ui/toast.tsx';
import { useDeleteApp } from '../openid-apps.queries.ts';

interface Props {
  app: OpenidApp;
  onClose: () => void;
  onDeleted?: () => void;
}

/** Asks for the name of the application, because its client id and secret cannot be restored. */
export function DeleteAppDialog({ app, onClose, onDeleted }: Props) {
  const { t } = useTranslation('openid-apps');
  const remove = useDeleteApp();
  const { name, user_count: users } = app;
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title={t('delete.title', { app: name })}
      consequences={
        <Stack gap="sm">
          <Text>{users > 0 ? t('delete.people', { count: users }) : t('delete.none')}</Text>
          <Text>{t('delete.forever')}</Text>
        </Stack>
      }
      confirmLabel={t('delete.confirm')}
      typeToConfirm={name}
      confirming={remove.isPending}
      onConfirm={() =>
        remove.mutate(app.client_id, {
          onSuccess: () => {
            toast.success(t('delete.done', { app: name }));
            onClose();
            onDeleted?.();
          },
          onError: showFailure,
        })
      }
    />
  );
}
