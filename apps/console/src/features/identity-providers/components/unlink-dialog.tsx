import type { ExternalIdentity } from '@gatewarden/contract/identity-providers';
import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { ConfirmMutation } from '../../../ui/confirm-mutation.tsx';
import { useUnlink } from '../identity-providers.queries.ts';
import { providerName } from './identity-row.tsx';

interface Props {
  username: string;
  identity: ExternalIdentity;
  onClose: () => void;
}

export function UnlinkDialog({ username, identity, onClose }: Props) {
  const { t } = useTranslation('identity-providers');
  const unlink = useUnlink(username);
  const name = providerName(identity);
  return (
    <ConfirmMutation
      onClose={onClose}
      title={t('unlink.title', { name })}
      consequences={<Text>{t('unlink.text')}</Text>}
      confirmLabel={t('linked.unlink')}
      mutation={unlink}
      variables={{ id: identity.id, mayBeLast: false }}
      done={t('unlink.done', { name })}
    />
  );
}
