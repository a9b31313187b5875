import type { SnatBinding } from '@gatewarden/contract/snat';
import type { UserInfo } from '@gatewarden/contract/users';
import { Menu } from '@mantine/core';
import { IconPencil, IconTrash, IconWorldShare } from '@tabler/icons-react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { personName } from '../../../lib/format/person-name.ts';
import { ActionsMenu } from '../../../ui/actions-menu.tsx';
import { DangerItem } from '../../../ui/danger-item.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { PersonLink } from '../../../ui/person-link.tsx';
import type { Column } from '../../../ui/table/column.ts';
import { DataTable } from '../../../ui/table/data-table.tsx';

/** A public address and the user who has it. */
export interface BindingRow extends SnatBinding {
  user: UserInfo;
}

interface Props {
  rows: readonly BindingRow[];
  onEdit: (row: BindingRow) => void;
  onDelete: (row: BindingRow) => void;
}

export function BindingTable({ rows, onEdit, onDelete }: Props) {
  const { t } = useTranslation('snat');
  const columns = useColumns();
  return (
    <DataTable
      label={t('title')}
      data={rows}
      columns={columns}
      getId={({ id }) => String(id)}
      getName={({ user }) => personName(user)}
      rowActions={(row) => (
        <ActionsMenu label={t('menu', { person: personName(row.user) })}>
          <Menu.Item leftSection={<IconPencil size="1rem" />} onClick={() => onEdit(row)}>
            {t('edit')}
          </Menu.Item>
          <DangerItem leftSection={<IconTrash size="1rem" />} onClick={() => onDelete(row)}>
            {t('remove')}
          </DangerItem>
        </ActionsMenu>
      )}
      empty={<EmptyState icon={<IconWorldShare />} title={t('empty_title')} text={t('empty_text')} />}
    />
  );
}

function useColumns(): readonly Column<BindingRow>[] {
  const { t } = useTranslation('snat');
  return useMemo(
    () => [
      {
        id: 'user',
        header: t('user'),
        share: 2,
        sortValue: ({ user }) => personName(user),
        cell: ({ user }) => <PersonLink person={user} />,
      },
      { id: 'username', header: t('username'), share: 1.5, from: 'desktop', cell: ({ user }) => user.username },
      { id: 'address', header: t('address'), share: 2, cell: ({ public_ip: address }) => address },
    ],
    [t],
  );
}
