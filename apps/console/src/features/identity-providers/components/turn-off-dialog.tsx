import type { ListedProvider } from '@gatewarden/contract/identity-providers';
import { List } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { SignInLoss } from './sign-in-loss.tsx';

interface Props {
  provider: ListedProvider;
  onClose: () => void;
  onConfirm: () => void;
  confirming: boolean;
}

/** Explains what ends when a provider is turned off and asks for confirmation. */
export function TurnOffDialog({ provider, ...dialog }: Props) {
  const { t } = useTranslation('identity-providers');
  const { name, kind, directory_sync_enabled } = provider;
  return (
    <ConfirmDialog
      {...dialog}
      opened
      title={t('turn_off.title', { name })}
      consequences={
        <List spacing="xs">
          <SignInLoss provider={provider} />
          <List.Item>{t('turn_off.sign_in')}</List.Item>
          <List.Item>{t('turn_off.sessions')}</List.Item>
          {kind !== 'custom' && directory_sync_enabled && <List.Item>{t('turn_off.sync')}</List.Item>}
        </List>
      }
      confirmLabel={t('turn_off.confirm')}
    />
  );
}
