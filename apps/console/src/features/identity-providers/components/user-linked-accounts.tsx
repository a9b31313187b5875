import type { ExternalIdentity } from '@gatewarden/contract/identity-providers';
import { Button } from '@mantine/core';
import { IconLink } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ListPanel } from '../../../ui/list-panel.tsx';
import { RowList } from '../../../ui/row-list.tsx';
import { signInProvidersQuery } from '../../auth/index.ts';
import { identitiesQuery } from '../identity-providers.queries.ts';
import { IdentityRow, providerName } from './identity-row.tsx';
import { UnlinkUserDialog } from './unlink-user-dialog.tsx';

/** The accounts at OpenID providers of a user, for administrators; nothing if there is neither an account nor a provider. */
export function UserLinkedAccounts({ username }: { username: string }) {
  const { t } = useTranslation('identity-providers');
  const identities = useQuery(identitiesQuery(username));
  const { data: providers = [] } = useQuery(signInProvidersQuery());
  const [unlinking, setUnlinking] = useState<ExternalIdentity>();
  if (providers.length === 0 && !identities.data?.length) return null;
  return (
    <>
      <ListPanel
        title={t('linked.title')}
        query={identities}
        failed={t('linked.load_failed')}
        empty={{ icon: <IconLink />, title: t('linked.empty_title'), text: t('of_user.empty_text') }}
      >
        {(some) => (
          <RowList>
            {some.map((identity) => (
              <IdentityRow
                key={identity.id}
                identity={identity}
                actions={
                  <Button
                    variant="default"
                    size="compact-sm"
                    aria-label={t('of_user.unlink_of', { name: providerName(identity) })}
                    onClick={() => setUnlinking(identity)}
                  >
                    {t('linked.unlink')}
                  </Button>
                }
              />
            ))}
          </RowList>
        )}
      </ListPanel>
      {unlinking && (
        <UnlinkUserDialog username={username} identity={unlinking} onClose={() => setUnlinking(undefined)} />
      )}
    </>
  );
}
