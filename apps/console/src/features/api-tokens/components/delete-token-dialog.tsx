import type { ApiToken } from '@gatewarden/contract/api-tokens';
import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { ConfirmMutation } from '../../../ui/confirm-mutation.tsx';
import { useDeleteToken } from '../api-tokens.queries.ts';

interface Props {
  username: string;
  token: ApiToken;
  onClose: () => void;
}

export function DeleteTokenDialog({ username, token, onClose }: Props) {
  const { t } = useTranslation('api-tokens');
  const remove = useDeleteToken(username);
  const { id, name } = token;
  return (
    <ConfirmMutation
      onClose={onClose}
      title={t('delete.title', { name })}
      consequences={<Text>{t('delete.text')}</Text>}
      confirmLabel={t('delete.confirm')}
      mutation={remove}
      variables={id}
      done={t('delete.deleted', { name })}
    />
  );
}
