import type { ListedProvider } from '@gatewarden/contract/identity-providers';
import { List } from '@mantine/core';
import { useTranslation } from 'react-i18next';

type Counts = Pick<ListedProvider, 'linked_users' | 'last_credential_users'>;

/** How many people use a provider to sign in, and how many of them have no other way; items of a list. */
export function SignInLoss({ provider: { linked_users: users, last_credential_users: last } }: { provider: Counts }) {
  const { t } = useTranslation('identity-providers');
  return (
    <>
      <List.Item>{users === 0 ? t('loss.none') : t('loss.users', { count: users })}</List.Item>
      {last > 0 && <List.Item fw={600}>{t('loss.last', { count: last })}</List.Item>}
    </>
  );
}
