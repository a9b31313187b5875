import type { ListedProvider } from '@gatewarden/contract/identity-providers';
import { Button, Menu } from '@mantine/core';
import { IconLogin2, IconPencil, IconPlus, IconRefresh, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { lazy } from '../../../lib/lazy.tsx';
import { ActionsMenu } from '../../../ui/actions-menu.tsx';
import { DangerItem } from '../../../ui/danger-item.tsx';
import { TextLink } from '../../../ui/links.tsx';
import { ListPanel } from '../../../ui/list-panel.tsx';
import { Row, RowFacts, RowList } from '../../../ui/row-list.tsx';
import { StatusBadge } from '../../../ui/status-badge.tsx';
import { providersQuery } from '../identity-providers.queries.ts';
import { DeleteProviderDialog } from './delete-provider-dialog.tsx';

const ProviderDialog = lazy(async () => ({ default: (await import('../forms/provider-dialog.tsx')).ProviderDialog }));

const DirectoryDialog = lazy(async () => ({
  default: (await import('../forms/directory-dialog.tsx')).DirectoryDialog,
}));

type Action = 'edit' | 'directory' | 'delete';
type OpenDialog = { readonly action: Action; readonly provider: ListedProvider } | { readonly action: 'add' };

/** OpenID providers with their actions. */
export function ProviderList() {
  const { t } = useTranslation('identity-providers');
  const [open, setOpen] = useState<OpenDialog>();
  const { data, ...query } = useQuery(providersQuery());
  const close = () => setOpen(undefined);
  const uris = data?.redirect_uris ?? [];
  return (
    <>
      <ListPanel<ListedProvider>
        title={t('list.title')}
        text={t('list.text')}
        query={{ ...query, data: data?.providers } as Parameters<typeof ListPanel<ListedProvider>>[0]['query']}
        failed={t('list.failed')}
        empty={{ icon: <IconLogin2 />, title: t('list.empty_title'), text: t('list.empty_text') }}
        add={
          <Button leftSection={<IconPlus size="1rem" />} onClick={() => setOpen({ action: 'add' })}>
            {t('list.add')}
          </Button>
        }
      >
        {(providers) => (
          <RowList>
            {providers.map((provider) => (
              <ProviderRow key={provider.id} provider={provider} onAction={(action) => setOpen({ action, provider })} />
            ))}
          </RowList>
        )}
      </ListPanel>
      <Suspense>
        {open?.action === 'add' && <ProviderDialog redirectUris={uris} onClose={close} />}
        {open?.action === 'directory' && <DirectoryDialog provider={open.provider} onClose={close} />}
        {open?.action === 'edit' && <ProviderDialog provider={open.provider} redirectUris={uris} onClose={close} />}
      </Suspense>
      {open?.action === 'delete' && (
        <DeleteProviderDialog provider={open.provider} isLast={data?.providers.length === 1} onClose={close} />
      )}
    </>
  );
}

interface RowProps {
  provider: ListedProvider;
  onAction: (action: Action) => void;
}

function ProviderRow({ provider, onAction }: RowProps) {
  const { id, name, kind, base_url, enabled, directory_sync_enabled, linked_users: users } = provider;
  const { t } = useTranslation('identity-providers');
  return (
    <Row
      name={name}
      badge={<StatusBadge tone={enabled ? 'success' : 'neutral'}>{t(enabled ? 'list.on' : 'list.off')}</StatusBadge>}
      actions={
        <ActionsMenu label={t('list.menu', { name })}>
          <Menu.Item leftSection={<IconPencil size="1rem" />} onClick={() => onAction('edit')}>
            {t('list.edit')}
          </Menu.Item>
          {kind !== 'custom' && (
            <Menu.Item leftSection={<IconRefresh size="1rem" />} onClick={() => onAction('directory')}>
              {t('list.directory')}
            </Menu.Item>
          )}
          <Menu.Divider />
          <DangerItem leftSection={<IconTrash size="1rem" />} onClick={() => onAction('delete')}>
            {t('list.delete')}
          </DangerItem>
        </ActionsMenu>
      }
    >
      <RowFacts>
        <span>{base_url}</span>
        {users > 0 && <span>{t('list.users', { count: users })}</span>}
      </RowFacts>
      {kind !== 'custom' && directory_sync_enabled && (
        <TextLink to="/settings/directory/$source" params={{ source: `openid-${id}` }}>
          {t('list.directory')}
        </TextLink>
      )}
    </Row>
  );
}
