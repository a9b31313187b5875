import type { SecurityKey } from '@gatewarden/contract/users';
import { Menu } from '@mantine/core';
import { IconPencil, IconRestore, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { showFailure } from '../../../lib/form-errors.ts';
import { ActionsMenu } from '../../../ui/actions-menu.tsx';
import { DangerItem } from '../../../ui/danger-item.tsx';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import { RenameDialog } from '../../../ui/rename-dialog.tsx';
import { RichText } from '../../../ui/rich-text.tsx';
import { Row, RowFacts, RowList } from '../../../ui/row-list.tsx';
import { StatusBadge } from '../../../ui/status-badge.tsx';
import { toast } from '../../../ui/toast.tsx';
import { useMe } from '../../auth/index.ts';
import { useRenameSecurityKey, useRestoreSecurityKey } from '../security-keys.queries.ts';
import { RemoveKeyDialog } from './remove-key-dialog.tsx';

const loadSchema = async () => (await import('@gatewarden/contract/security-keys')).SecurityKeyName;

interface OpenDialog {
  readonly action: 'rename' | 'remove' | 'restore';
  readonly securityKey: SecurityKey;
}

interface Props {
  username: string;
  keys: readonly SecurityKey[];
  /** Whether the user has a second factor besides the keys. */
  hasOtherFactor: boolean;
}

/** One row per key: name, type, creation time and last use. */
export function SecurityKeyRows({ username, keys, hasOtherFactor }: Props) {
  const { t } = useTranslation('mfa');
  const [open, setOpen] = useState<OpenDialog>();
  const rename = useRenameSecurityKey(username);
  const restore = useRestoreSecurityKey(username);
  const act = ({ action, securityKey }: OpenDialog) => {
    if (action !== 'restore') return setOpen({ action, securityKey });
    return restore.mutate(securityKey.id, {
      onSuccess: () => toast.success(t('key.restored', { name: securityKey.name })),
      onError: showFailure,
    });
  };
  const close = () => setOpen(undefined);
  return (
    <>
      <RowList label={t('key.title')}>
        {keys.map((securityKey) => (
          <KeyRow key={securityKey.id} securityKey={securityKey} onAction={(action) => act({ action, securityKey })} />
        ))}
      </RowList>
      {open?.action === 'rename' && (
        <RenameDialog
          item={open.securityKey}
          rename={rename}
          title={t('key.rename_title', { name: open.securityKey.name })}
          label={t('key.name')}
          schema={loadSchema}
          saved={t('key.renamed')}
          onClose={close}
        />
      )}
      {open?.action === 'remove' && (
        <RemoveKeyDialog
          username={username}
          securityKey={open.securityKey}
          isLastFactor={keys.length === 1 && !hasOtherFactor}
          onClose={close}
        />
      )}
    </>
  );
}

interface KeyRowProps {
  securityKey: SecurityKey;
  onAction: (action: OpenDialog['action']) => void;
}

function KeyRow({ securityKey, onAction }: KeyRowProps) {
  const { t } = useTranslation('mfa');
  const { is_admin: isAdmin } = useMe();
  const { name, is_passkey, is_synced, created, last_used, suspended_at } = securityKey;
  return (
    <Row
      name={name}
      badge={suspended_at !== null && <StatusBadge tone="danger">{t('key.suspended')}</StatusBadge>}
      actions={
        <ActionsMenu label={t('key.menu', { name })}>
          <Menu.Item leftSection={<IconPencil size="1rem" />} onClick={() => onAction('rename')}>
            {t('key.rename')}
          </Menu.Item>
          {isAdmin && suspended_at !== null && (
            <Menu.Item leftSection={<IconRestore size="1rem" />} onClick={() => onAction('restore')}>
              {t('key.restore')}
            </Menu.Item>
          )}
          <Menu.Divider />
          <DangerItem leftSection={<IconTrash size="1rem" />} onClick={() => onAction('remove')}>
            {t('key.remove')}
          </DangerItem>
        </ActionsMenu>
      }
    >
      <RowFacts>
        <span>{t(is_passkey ? (is_synced ? 'key.passkey_synced' : 'key.passkey') : 'key.plain')}</span>
        <span>
          <RichText text={t('key.added')} parts={{ time: () => <RelativeTime at={created} /> }} />
        </span>
        <span>{last_used === null ? t('key.unused') : <LastUsed at={last_used} />}</span>
      </RowFacts>
    </Row>
  );
}

function LastUsed({ at }: { at: string }) {
  const { t } = useTranslation('mfa');
  return (
    <>
      {t('key.used')} <RelativeTime at={at} />
    </>
  );
}
