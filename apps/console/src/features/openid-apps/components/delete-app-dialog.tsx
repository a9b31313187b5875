import type { OpenidApp } from '@gatewarden/contract/openid-apps';
import { Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { ConfirmMutation } from '../../../ui/confirm-mutation.tsx';
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
    <ConfirmMutation
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
      mutation={remove}
      variables={app.client_id}
      done={t('delete.done', { app: name })}
      onDone={onDeleted}
    />
  );
}
