import type { ActivityStream } from '@gatewarden/contract/activity-streams';
import { Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { ConfirmMutation } from '../../../ui/confirm-mutation.tsx';
import { useDeleteStream } from '../activity-streams.queries.ts';

interface Props {
  stream: ActivityStream;
  onClose: () => void;
}

export function DeleteStreamDialog({ stream: { id, name, state }, onClose }: Props) {
  const { t } = useTranslation('activity-streams');
  const remove = useDeleteStream();
  return (
    <ConfirmMutation
      onClose={onClose}
      title={t('delete.title', { name })}
      consequences={
        <Stack gap="sm">
          {state.waiting > 0 && <Text>{t('delete.waiting', { count: state.waiting })}</Text>}
          <Text>{t('delete.text')}</Text>
        </Stack>
      }
      confirmLabel={t('delete.confirm')}
      mutation={remove}
      variables={id}
      done={t('delete.done', { name })}
    />
  );
}
