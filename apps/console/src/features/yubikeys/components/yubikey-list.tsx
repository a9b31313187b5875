import type { UserInfo } from '@gatewarden/contract/users';
import type { Yubikey } from '@gatewarden/contract/yubikeys';
import { Button, Menu, Text } from '@mantine/core';
import { IconDeviceUsb, IconPencil, IconPlus, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { personName } from '../../../lib/format/person-name.ts';
import { ActionsMenu } from '../../../ui/actions-menu.tsx';
import { DangerItem } from '../../../ui/danger-item.tsx';
import { ListPanel } from '../../../ui/list-panel.tsx';
import { RenameDialog } from '../../../ui/rename-dialog.tsx';
import { Row, RowList } from '../../../ui/row-list.tsx';
import { useMe } from '../../auth/index.ts';
import { useEssentials } from '../../settings/index.ts';
import { useRenameYubikey, yubikeysQuery } from '../yubikeys.queries.ts';
import { DeleteYubikeyDialog } from './delete-yubikey-dialog.tsx';
import { ProvisionDialog } from './lazy-provision-dialog.ts';

const loadSchema = async () => (await import('@gatewarden/contract/auth-keys')).NewAuthKey.pick({ name: true });

interface OpenDialog {
  readonly action: 'rename' | 'delete';
  readonly yubikey: Yubikey;
}

interface Props {
  owner: Pick<UserInfo, 'username' | 'first_name' | 'last_name'>;
}

/** YubiKeys of a user with their actions; nothing while the module is off. */
export function YubikeyList({ owner }: Props) {
  const { worker_enabled: isShown } = useEssentials();
  return isShown ? <ShownList owner={owner} /> : null;
}

function ShownList({ owner }: Props) {
  const { username } = owner;
  const { t } = useTranslation('yubikeys');
  const { is_admin: isAdmin } = useMe();
  const [provisioning, setProvisioning] = useState(false);
  const [open, setOpen] = useState<OpenDialog>();
  const yubikeys = useQuery(yubikeysQuery(username));
  const rename = useRenameYubikey(username);
  const close = () => setOpen(undefined);
  return (
    <>
      <ListPanel
        title={t('own.title')}
        text={t('own.text')}
        query={yubikeys}
        failed={t('own.failed')}
        empty={{
          icon: <IconDeviceUsb />,
          title: t('own.empty_title'),
          text: t(isAdmin ? 'own.empty_admin' : 'own.empty_text'),
        }}
        add={
          isAdmin && (
            <Button leftSection={<IconPlus size="1rem" />} onClick={() => setProvisioning(true)}>
              {t('provision.action')}
            </Button>
          )
        }
      >
        {(some) => (
          <RowList>
            {some.map((yubikey) => (
              <YubikeyRow key={yubikey.id} yubikey={yubikey} onAction={(action) => setOpen({ action, yubikey })} />
            ))}
          </RowList>
        )}
      </ListPanel>
      <Suspense>
        {provisioning && (
          <ProvisionDialog username={username} ownerName={personName(owner)} onClose={() => setProvisioning(false)} />
        )}
      </Suspense>
      {open?.action === 'rename' && (
        <RenameDialog
          item={open.yubikey}
          rename={rename}
          title={t('rename.title', { name: open.yubikey.name })}
          label={t('field.name')}
          schema={loadSchema}
          saved={t('rename.saved')}
          onClose={close}
        />
      )}
      {open?.action === 'delete' && <DeleteYubikeyDialog username={username} yubikey={open.yubikey} onClose={close} />}
    </>
  );
}

function YubikeyRow({ yubikey, onAction }: { yubikey: Yubikey; onAction: (action: OpenDialog['action']) => void }) {
  const { t } = useTranslation('yubikeys');
  const { name, serial } = yubikey;
  return (
    <Row
      name={name}
      actions={
        <ActionsMenu label={t('own.menu', { name })}>
          <Menu.Item leftSection={<IconPencil size="1rem" />} onClick={() => onAction('rename')}>
            {t('own.rename')}
          </Menu.Item>
          <Menu.Divider />
          <DangerItem leftSection={<IconTrash size="1rem" />} onClick={() => onAction('delete')}>
            {t('own.delete')}
          </DangerItem>
        </ActionsMenu>
      }
    >
      <Text c="dimmed" size="sm">
        {t('field.serial', { serial })}
      </Text>
    </Row>
  );
}
