import type { ExternalIdentity } from '@gatewarden/contract/identity-providers';
import { Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { personName } from '../../../lib/format/person-name.ts';
import { Callout } from '../../../ui/callout.tsx';
import { ConfirmMutation } from '../../../ui/confirm-mutation.tsx';
import { useMe } from '../../auth/index.ts';
import { userQuery } from '../../users/index.ts';
import { providersQuery, useUnlink } from '../identity-providers.queries.ts';
import { providerName } from './identity-row.tsx';

interface Props {
  username: string;
  identity: ExternalIdentity;
  onClose: () => void;
}

/** Removes a link of another user. Says whether that user can still sign in, and whether the provider links again. */
export function UnlinkUserDialog({ username, identity, onClose }: Props) {
  const { t } = useTranslation('identity-providers');
  const unlink = useUnlink(username);
  const isOwn = useMe().username === username;
  const name = providerName(identity);
  const { id, is_last_credential: isLast } = identity;
  return (
    <ConfirmMutation
      onClose={onClose}
      title={t('unlink.title', { name })}
      consequences={isOwn ? <Text>{t('unlink.text')}</Text> : <Consequences username={username} identity={identity} />}
      confirmLabel={t(isLast && !isOwn ? 'of_user.unlink_last' : 'linked.unlink')}
      mutation={unlink}
      variables={{ id, mayBeLast: isLast }}
      done={t('unlink.done', { name })}
    />
  );
}

function Consequences({ username, identity }: Omit<Props, 'onClose'>) {
  const { t } = useTranslation('identity-providers');
  const user = useQuery(userQuery(username)).data?.user;
  const provider = useQuery(providersQuery()).data?.providers.find(({ name }) => name === identity.provider);
  const person = user ? personName(user) : username;
  const linksAgain = provider?.enabled && provider.link_by_email && user?.is_admin === false;
  return (
    <Stack gap="md">
      <Text>{t('of_user.unlink_text', { person, name: providerName(identity) })}</Text>
      {identity.is_last_credential && (
        <Callout tone="warning" title={t('of_user.last_title')}>
          {t('of_user.last_text', { person })}
        </Callout>
      )}
      {linksAgain && <Callout tone="info">{t('of_user.links_again', { name: providerName(identity) })}</Callout>}
    </Stack>
  );
}
