import type { ExternalIdentity } from '@gatewarden/contract/identity-providers';
import { Button, Group, Text } from '@mantine/core';
import { IconLink, IconUnlink } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { showFailure } from '../../../lib/form-errors.ts';
import { ActionsMenu } from '../../../ui/actions-menu.tsx';
import { DangerItem } from '../../../ui/danger-item.tsx';
import { ListPanel } from '../../../ui/list-panel.tsx';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import { Row, RowFacts, RowList } from '../../../ui/row-list.tsx';
import { signInProvidersQuery } from '../../auth/index.ts';
import { identitiesQuery, useStartLink } from '../identity-providers.queries.ts';
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
              <IdentityRow key={identity.id} identity={identity} onUnlink={() => setUnlinking(identity)} />
            ))}
          </RowList>
        )}
      </ListPanel>
      {unlinking && <UnlinkDialog username={username} identity={unlinking} onClose={() => setUnlinking(undefined)} />}
    </>
  );
}

function IdentityRow({ identity, onUnlink }: { identity: ExternalIdentity; onUnlink: () => void }) {
  const { t } = useTranslation('identity-providers');
  const { provider, display_name, email, linked_at, last_sign_in_at } = identity;
  const name = display_name ?? provider;
  return (
    <Row
      name={name}
      actions={
        <ActionsMenu label={t('linked.menu', { name })}>
          <DangerItem leftSection={<IconUnlink size="1rem" />} onClick={onUnlink}>
            {t('linked.unlink')}
          </DangerItem>
        </ActionsMenu>
      }
    >
      {email && <Text size="sm">{email}</Text>}
      <RowFacts>
        <span>
          {t('linked.since')} <RelativeTime at={linked_at} />
        </span>
        {last_sign_in_at && (
          <span>
            {t('linked.used')} <RelativeTime at={last_sign_in_at} />
          </span>
        )}
      </RowFacts>
    </Row>
  );
}
