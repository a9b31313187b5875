import type { Provider } from '@gatewarden/contract/identity-providers';
import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { ConfirmMutation } from '../../../ui/confirm-mutation.tsx';
import { useDeleteProvider } from '../identity-providers.queries.ts';

interface Props {
  provider: Provider;
  onClose: () => void;
}

export function DeleteProviderDialog({ provider: { name }, onClose }: Props) {
  const { t } = useTranslation('identity-providers');
  const remove = useDeleteProvider();
  return (
    <ConfirmMutation
      onClose={onClose}
      title={t('delete.title', { name })}
      consequences={<Text>{t('delete.text')}</Text>}
      confirmLabel={t('delete.confirm')}
      mutation={remove}
      variables={name}
      done={t('delete.done', { name })}
    />
  );
}
