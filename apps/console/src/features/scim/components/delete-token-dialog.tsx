import type { ScimToken } from '@gatewarden/contract/scim';
import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { ConfirmMutation } from '../../../ui/confirm-mutation.tsx';
import { useDeleteScimToken } from '../scim.queries.ts';

interface Props {
  token: ScimToken;
  onClose: () => void;
}

export function DeleteTokenDialog({ token: { id, name }, onClose }: Props) {
  const { t } = useTranslation('scim');
  const remove = useDeleteScimToken();
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
