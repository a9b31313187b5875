import type { ApiToken } from '@gatewarden/contract/api-tokens';
import { Menu, Text } from '@mantine/core';
import { IconPencil, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { instantOf } from '../../../lib/format/instant.ts';
import { useNow } from '../../../lib/use-now.ts';
import { ActionsMenu } from '../../../ui/actions-menu.tsx';
import { DangerItem } from '../../../ui/danger-item.tsx';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import { RenameDialog } from '../../../ui/rename-dialog.tsx';
import { Row, RowFacts, RowList } from '../../../ui/row-list.tsx';
import { StatusBadge } from '../../../ui/status-badge.tsx';
import { useRenameToken } from '../api-tokens.queries.ts';
import { useScopeText } from '../use-scope-text.ts';
import { DeleteTokenDialog } from './delete-token-dialog.tsx';

const loadSchema = async () => (await import('@gatewarden/contract/api-tokens')).NewApiToken.pick({ name: true });

interface OpenDialog {
  readonly action: 'rename' | 'delete';
  readonly token: ApiToken;
}

interface Props {
  username: string;
  tokens: readonly ApiToken[];
}

/** One row per token: scopes, expiry and last use. */
export function ApiTokenRows({ username, tokens }: Props) {
  const { t } = useTranslation('api-tokens');
  const [open, setOpen] = useState<OpenDialog>();
  const rename = useRenameToken(username);
  const close = () => setOpen(undefined);
  return (
    <>
      <RowList>
        {tokens.map((token) => (
          <TokenRow key={token.id} token={token} onAction={(action) => setOpen({ action, token })} />
        ))}
      </RowList>
      {open?.action === 'rename' && (
        <RenameDialog
          item={open.token}
          rename={rename}
          title={t('rename.title', { name: open.token.name })}
          label={t('field.name')}
          schema={loadSchema}
          saved={t('rename.saved')}
          onClose={close}
        />
      )}
      {open?.action === 'delete' && <DeleteTokenDialog username={username} token={open.token} onClose={close} />}
    </>
  );
}

function TokenRow({ token, onAction }: { token: ApiToken; onAction: (action: OpenDialog['action']) => void }) {
  const { t } = useTranslation('api-tokens');
  const scopeText = useScopeText();
  const { name, scopes, created_at, last_used_at } = token;
  return (
    <Row
      name={name}
      badge={<ExpiryBadge token={token} />}
      actions={
        <ActionsMenu label={t('list.menu', { name })}>
          <Menu.Item leftSection={<IconPencil size="1rem" />} onClick={() => onAction('rename')}>
            {t('list.rename')}
          </Menu.Item>
          <Menu.Divider />
          <DangerItem leftSection={<IconTrash size="1rem" />} onClick={() => onAction('delete')}>
            {t('list.delete')}
          </DangerItem>
        </ActionsMenu>
      }
    >
      <Text size="sm">{scopeText(scopes)}</Text>
      <RowFacts>
        <span>{last_used_at ? <LastUsed at={last_used_at} /> : t('list.unused')}</span>
        <span>
          {t('field.created')} <RelativeTime at={created_at} />
        </span>
      </RowFacts>
    </Row>
  );
}

function LastUsed({ at }: { at: string }) {
  const { t } = useTranslation('api-tokens');
  return (
    <>
      {t('field.used')} <RelativeTime at={at} />
    </>
  );
}

function ExpiryBadge({ token: { expires_at } }: { token: ApiToken }) {
  const { t } = useTranslation('api-tokens');
  const now = useNow();
  if (expires_at === null) return <StatusBadge tone="warning">{t('list.endless')}</StatusBadge>;
  const isOver = instantOf(expires_at) <= now;
  return (
    <StatusBadge tone={isOver ? 'danger' : 'neutral'}>
      {isOver ? t('list.expired') : t('list.expires')} <RelativeTime at={expires_at} />
    </StatusBadge>
  );
}
