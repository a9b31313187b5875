import type { ListedProvider } from '@gatewarden/contract/identity-providers';
import { List } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { ConfirmMutation } from '../../../ui/confirm-mutation.tsx';
import { useDeleteProvider } from '../identity-providers.queries.ts';
import { SignInLoss } from './sign-in-loss.tsx';

interface Props {
  provider: ListedProvider;
  /** Whether there is no other one. */
  isLast: boolean;
  onClose: () => void;
}

export function DeleteProviderDialog({ provider, isLast, onClose }: Props) {
  const { t } = useTranslation('identity-providers');
  const remove = useDeleteProvider();
  const { name, kind, directory_sync_enabled } = provider;
  return (
    <ConfirmMutation
      onClose={onClose}
      title={t('delete.title', { name })}
      consequences={
        <List spacing="xs">
          <SignInLoss provider={provider} />
          <List.Item>{t('delete.links')}</List.Item>
          {kind !== 'custom' && directory_sync_enabled && <List.Item>{t('delete.sync')}</List.Item>}
          {isLast && <List.Item>{t('delete.last')}</List.Item>}
        </List>
      }
      confirmLabel={t('delete.confirm')}
      mutation={remove}
      variables={name}
      done={t('delete.done', { name })}
    />
  );
}
