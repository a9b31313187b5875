import type { AuthKey } from '@gatewarden/contract/auth-keys';
import { Badge, Menu, Text } from '@mantine/core';
import { IconEye, IconPencil, IconRestore, IconTrash } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { showFailure } from '../../../lib/form-errors.ts';
import { lazy } from '../../../lib/lazy.tsx';
import { ActionsMenu } from '../../../ui/actions-menu.tsx';
import { CodeText } from '../../../ui/code-text.tsx';
import { DangerItem } from '../../../ui/danger-item.tsx';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import { RenameDialog } from '../../../ui/rename-dialog.tsx';
import { RichText } from '../../../ui/rich-text.tsx';
import { Row, RowList } from '../../../ui/row-list.tsx';
import { StatusBadge } from '../../../ui/status-badge.tsx';
import { toast } from '../../../ui/toast.tsx';
import { useMe } from '../../auth/index.ts';
import { useRenameKey, useRestoreKey } from '../auth-keys.queries.ts';
import styles from './auth-key-rows.module.css';
import { DeleteKeyDialog } from './delete-key-dialog.tsx';

const ShowKeyDialog = lazy(async () => ({ default: (await import('./show-key-dialog.tsx')).ShowKeyDialog }));

const loadSchema = async () => (await import('@gatewarden/contract/auth-keys')).NewAuthKey.pick({ name: true });

interface OpenDialog {
  readonly action: 'show' | 'rename' | 'delete' | 'restore';
  readonly authKey: AuthKey;
}

interface Props {
  username: string;
  keys: readonly AuthKey[];
}

/** One row per key: name, type, fingerprint and creation time. */
export function AuthKeyRows({ username, keys }: Props) {
  const { t } = useTranslation('auth-keys');
  const [open, setOpen] = useState<OpenDialog>();
  const rename = useRenameKey(username);
  const restore = useRestoreKey(username);
  const act = ({ action, authKey }: OpenDialog) => {
    if (action !== 'restore') return setOpen({ action, authKey });
    return restore.mutate(authKey.id, {
      onSuccess: () => toast.success(t('list.restored', { name: nameOf(authKey) })),
      onError: showFailure,
    });
  };
  const close = () => setOpen(undefined);
  return (
    <>
      <RowList>
        {keys.map((authKey) => (
          <KeyRow key={authKey.id} authKey={authKey} onAction={(action) => act({ action, authKey })} />
        ))}
      </RowList>
      <Suspense>
        {open?.action === 'show' && (
          <ShowKeyDialog authKey={open.authKey} name={nameOf(open.authKey)} onClose={close} />
        )}
      </Suspense>
      {open?.action === 'rename' && (
        <RenameDialog
          item={{ id: open.authKey.id, name: open.authKey.name ?? '' }}
          rename={rename}
          title={t('rename.title', { name: open.authKey.name ?? '' })}
          label={t('field.name')}
          schema={loadSchema}
          saved={t('rename.saved')}
          onClose={close}
        />
      )}
      {open?.action === 'delete' && <DeleteKeyDialog username={username} authKey={open.authKey} onClose={close} />}
    </>
  );
}

function KeyRow({ authKey, onAction }: { authKey: AuthKey; onAction: (action: OpenDialog['action']) => void }) {
  const { t } = useTranslation('auth-keys');
  const { is_admin: isAdmin } = useMe();
  const name = nameOf(authKey);
  return (
    <Row
      name={name}
      badge={
        <>
          <Badge variant="default" className={styles.kind}>
            {t(`kind.${authKey.key_type}`)}
          </Badge>
          {authKey.yubikey_id !== null && <Badge variant="default">{t('list.on_yubikey')}</Badge>}
          {authKey.suspended_at !== null && <StatusBadge tone="danger">{t('list.suspended')}</StatusBadge>}
        </>
      }
      actions={
        <ActionsMenu label={t('list.menu', { name })}>
          <Menu.Item leftSection={<IconEye size="1rem" />} onClick={() => onAction('show')}>
            {t('list.show')}
          </Menu.Item>
          {authKey.yubikey_id === null && (
            <Menu.Item leftSection={<IconPencil size="1rem" />} onClick={() => onAction('rename')}>
              {t('list.rename')}
            </Menu.Item>
          )}
          {isAdmin && authKey.suspended_at !== null && (
            <Menu.Item leftSection={<IconRestore size="1rem" />} onClick={() => onAction('restore')}>
              {t('list.restore')}
            </Menu.Item>
          )}
          <Menu.Divider />
          <DangerItem leftSection={<IconTrash size="1rem" />} onClick={() => onAction('delete')}>
            {t('list.delete')}
          </DangerItem>
        </ActionsMenu>
      }
    >
      <CodeText value={authKey.fingerprint} what={t('field.fingerprint')} />
      <Text c="dimmed" size="xs">
        <RichText text={t('field.added')} parts={{ time: () => <RelativeTime at={authKey.created} /> }} />
      </Text>
    </Row>
  );
}

/** Keys of a YubiKey have only the name of the YubiKey. */
function nameOf({ name, yubikey_name, fingerprint }: AuthKey): string {
  return name ?? yubikey_name ?? fingerprint;
}
