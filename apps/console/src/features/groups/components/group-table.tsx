import type { GroupInfo } from '@gatewarden/contract/groups';
import { IconPencil, IconTrash } from '@tabler/icons-react';
import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { formatCount } from '../../../lib/format/quantity.ts';
import { ActionsMenu } from '../../../ui/actions-menu.tsx';
import { DangerItem } from '../../../ui/danger-item.tsx';
import { MenuLink, TextLink } from '../../../ui/links.tsx';
import { StatusBadge } from '../../../ui/status-badge.tsx';
import type { Column, Sort } from '../../../ui/table/column.ts';
import { DataTable } from '../../../ui/table/data-table.tsx';

interface Props {
  groups: readonly GroupInfo[];
  sort: Sort;
  onSortChange: (sort: Sort) => void;
  onDelete: (group: GroupInfo) => void;
  empty: ReactNode;
}

/** Table of groups with member count and locations. */
export function GroupTable({ groups, onDelete, ...list }: Props) {
  const { t } = useTranslation('groups');
  const columns = useColumns();
  return (
    <DataTable
      {...list}
      label={t('list.title')}
      data={groups}
      columns={columns}
      getId={({ id }) => String(id)}
      getName={({ name }) => name}
      rowActions={(group) => <RowMenu group={group} onDelete={() => onDelete(group)} />}
    />
  );
}

function useColumns(): readonly Column<GroupInfo>[] {
  const { t, i18n } = useTranslation('groups');
  return useMemo(
    () => [
      {
        id: 'name',
        header: t('field.name'),
        share: 3,
        sortValue: ({ name }) => name,
        cell: ({ id, name }) => (
          <TextLink to="/groups/$groupId" params={{ groupId: String(id) }} c="inherit" title={name}>
            {name}
          </TextLink>
        ),
      },
      {
        id: 'members',
        header: t('field.members'),
        align: 'end',
        sortValue: ({ members }) => members.length,
        cell: ({ members }) => formatCount(members.length, i18n.language),
      },
      {
        id: 'locations',
        header: t('field.locations'),
        share: 3,
        sortValue: ({ vpn_locations }) => vpn_locations.join(', ') || undefined,
        cell: ({ vpn_locations }) => vpn_locations.join(', ') || '–',
      },
      {
        id: 'admin',
        header: t('field.rights'),
        share: 1.5,
        sortValue: ({ is_admin }) => !is_admin,
        cell: ({ is_admin }) => (is_admin ? <StatusBadge tone="info">{t('list.admin')}</StatusBadge> : '–'),
      },
    ],
    [t, i18n.language],
  );
}

function RowMenu({ group, onDelete }: { group: GroupInfo; onDelete: () => void }) {
  const { t } = useTranslation('groups');
  return (
    <ActionsMenu label={t('list.menu', { group: group.name })}>
      <MenuLink to="/groups/$groupId" params={{ groupId: String(group.id) }} leftSection={<IconPencil size="1rem" />}>
        {t('list.edit')}
      </MenuLink>
      <DangerItem leftSection={<IconTrash size="1rem" />} disabled={group.managed_by !== null} onClick={onDelete}>
        {t('list.delete')}
      </DangerItem>
    </ActionsMenu>
  );
}
