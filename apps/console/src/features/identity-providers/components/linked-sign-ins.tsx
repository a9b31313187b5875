import type { ExternalIdentity } from '@gatewarden/contract/identity-providers';
import { Button, Group } from '@mantine/core';
import { IconLink, IconUnlink } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { showFailure } from '../../../lib/form-errors.ts';
import { ActionsMenu } from '../../../ui/actions-menu.tsx';
import { DangerItem } from '../../../ui/danger-item.tsx';
import { ListPanel } from '../../../ui/list-panel.tsx';
import { RowList } from '../../../ui/row-list.tsx';
import { signInProvidersQuery } from '../../auth/index.ts';
import { identitiesQuery, useStartLink } from '../identity-providers.queries.ts';
import { IdentityRow, providerName } from './identity-row.tsx';
import { UnlinkDialog } from './unlink-dialog.tsx';

/** The accounts at OpenID providers with which the user signs in; nothing if there is neither an account nor a provider. */
export function LinkedSignIns({ username }: { username: string }) {
  const { t } = useTranslation('identity-providers');
  const identities = useQuery(identitiesQuery(username));
  const { data: providers = [] } = useQuery(signInProvidersQuery());
  const start = useStartLink();
  const [unlinking, setUnlinking] = useState<ExternalIdentity>();
  const linked = identities.data ?? [];
  if (providers.length === 0 && linked.length === 0) return null;
  const others = providers.filter(({ name }) => !linked.some(({ provider }) => provider === name));
  const buttons = others.length > 0 && (
    <Group gap="sm">
      {others.map(({ name, display_name }) => (
        <Button
          key={name}
          variant="default"
          leftSection={<IconLink size="1rem" aria-hidden />}
          loading={(start.isPending || start.isSuccess) && start.variables === name}
          onClick={() => start.mutate(name, { onError: showFailure })}
        >
          {t('linked.link', { name: display_name ?? name })}
        </Button>
      ))}
    </Group>
  );
  return (
    <>
      <ListPanel
        title={t('linked.title')}
        text={t('linked.text')}
        query={identities}
        failed={t('linked.load_failed')}
        empty={{ icon: <IconLink />, title: t('linked.empty_title'), text: t('linked.empty_text') }}
        add={buttons}
      >
        {(some) => (
          <RowList>
            {some.map((identity) => (
              <IdentityRow
                key={identity.id}
                identity={identity}
                actions={
                  <ActionsMenu label={t('linked.menu', { name: providerName(identity) })}>
                    <DangerItem leftSection={<IconUnlink size="1rem" />} onClick={() => setUnlinking(identity)}>
                      {t('linked.unlink')}
                    </DangerItem>
                  </ActionsMenu>
                }
              />
            ))}
          </RowList>
        )}
      </ListPanel>
      {unlinking && <UnlinkDialog username={username} identity={unlinking} onClose={() => setUnlinking(undefined)} />}
    </>
  );
}
