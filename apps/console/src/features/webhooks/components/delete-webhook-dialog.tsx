import type { Webhook } from '@gatewarden/contract/webhooks';
import { Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { ConfirmMutation } from '../../../ui/confirm-mutation.tsx';
import { useDeleteWebhook } from '../webhooks.queries.ts';

interface Props {
  webhook: Webhook;
  onClose: () => void;
  onDeleted: (() => void) | undefined;
}

export function DeleteWebhookDialog({ webhook: { id, description: name, state }, onClose, onDeleted }: Props) {
  const { t } = useTranslation(['webhooks', 'delivery']);
  const remove = useDeleteWebhook();
  return (
    <ConfirmMutation
      onClose={onClose}
      title={t('delete.title', { name })}
      consequences={
        <Stack gap="sm">
          {state.waiting > 0 && <Text>{t('delete.waiting', { count: state.waiting })}</Text>}
          {state.includes_unmatched && <Text>{t('delivery:includes_unmatched')}</Text>}
          <Text>{t('delete.text')}</Text>
        </Stack>
      }
      confirmLabel={t('delete.confirm')}
      mutation={remove}
      variables={id}
      done={t('delete.done', { name })}
      onDone={onDeleted}
    />
  );
}
