import type { GroupInfo } from '@gatewarden/contract/groups';
import { Menu, VisuallyHidden } from '@mantine/core';
import { IconEye, IconPencil, IconTrash } from '@tabler/icons-react';
import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { formatCount } from '../../../lib/format/quantity.ts';
import { ActionsMenu } from '../../../ui/actions-menu.tsx';
import { ChipList } from '../../../ui/chip-list.tsx';
import { DangerItem } from '../../../ui/danger-item.tsx';
import { MenuLink } from '../../../ui/links.tsx';
import { RowLink } from '../../../ui/row-link.tsx';
import { StatusBadge } from '../../../ui/status-badge.tsx';
import type { Column, Sort } from '../../../ui/table/column.ts';
import { DataTable } from '../../../ui/table/data-table.tsx';
import type { PhoneRow } from '../../../ui/table/list-props.ts';
import { useSourceName } from '../../identity-sources/index.ts';
import { ManagedReason } from '../../users/index.ts';
import { useGroupPeek } from './group-peek.tsx';

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
  const columns = useColumns(groups.some(({ managed_by }) => managed_by !== null));
  const phone = usePhoneRow();
  const peek = useGroupPeek();
  return (
    <DataTable
      {...list}
      label={t('list.title')}
      data={groups}
      columns={columns}
      getId={({ id }) => String(id)}
      getName={({ name }) => name}
      opens
      peek={peek}
      phone={phone}
      rowActions={(group, row) => <RowMenu group={group} onPeek={row.peek} onDelete={() => onDelete(group)} />}
    />
  );
}

function usePhoneRow(): PhoneRow<GroupInfo> {
  const { t } = useTranslation('groups');
  return useMemo(
    () => ({
      line2: ({ members, is_admin, vpn_locations }) =>
        [t('list.people', { count: members.length }), ...(is_admin ? [t('list.all_locations')] : vpn_locations)].join(
          ' · ',
        ),
      trailing: ({ is_admin }) => is_admin && <StatusBadge tone="info">{t('list.admin')}</StatusBadge>,
    }),
    [t],
  );
}

function useColumns(withSource: boolean): readonly Column<GroupInfo>[] {
  const { t, i18n } = useTranslation('groups');
  const sourceName = useSourceName();
  return useMemo(
    () => [
      {
        id: 'name',
        header: t('field.name'),
        share: 2.5,
        sortValue: ({ name }) => name,
        cell: ({ id, name }) => (
          <RowLink to="/groups/$groupId" params={{ groupId: String(id) }} title={name}>
            {name}
          </RowLink>
        ),
      },
      {
        id: 'members',
        header: t('field.members'),
        sortValue: ({ members }) => members.length,
        cell: ({ members }) => formatCount(members.length, i18n.language),
      },
      {
        id: 'locations',
        header: t('field.locations'),
        share: 3,
        // those with all locations first
        sortValue: ({ is_admin, vpn_locations }) => (is_admin ? '' : vpn_locations.join(', ') || undefined),
        cell: (group) => <Locations group={group} />,
      },
      {
        id: 'admin',
        header: t('field.rights'),
        share: 1.5,
        sortValue: ({ is_admin }) => !is_admin,
        cell: ({ is_admin }) => (is_admin ? <StatusBadge tone="info">{t('list.admin')}</StatusBadge> : null),
      },
      ...(withSource
        ? [
            {
              id: 'source',
              header: t('field.source'),
              share: 1.5,
              from: 'desktop' as const,
              sortValue: ({ managed_by }: GroupInfo) => sourceName(managed_by ?? 'local'),
              cell: ({ managed_by }: GroupInfo) => sourceName(managed_by ?? 'local'),
            },
          ]
        : []),
    ],
    [t, i18n.language, sourceName, withSource],
  );
}

/** Locations that the group itself opens; administrators can connect to all. */
function Locations({ group: { is_admin: isAdmin, vpn_locations: locations } }: { group: GroupInfo }) {
  const { t } = useTranslation('groups');
  if (isAdmin) return t('list.all');
  if (locations.length > 0) return <ChipList items={locations} max={3} />;
  return (
    <>
      <span aria-hidden>–</span>
      <VisuallyHidden>{t('page.opens_none')}</VisuallyHidden>
    </>
  );
}

interface RowMenuProps {
  group: GroupInfo;
  /** Shows the summary beside the list. */
  onPeek: (() => void) | undefined;
  onDelete: () => void;
}

function RowMenu({ group, onPeek, onDelete }: RowMenuProps) {
  const { t } = useTranslation(['groups', 'common']);
  return (
    <ActionsMenu label={t('list.menu', { group: group.name })}>
      {onPeek && (
        <Menu.Item leftSection={<IconEye size="1rem" />} onClick={onPeek}>
          {t('common:peek.show')}
        </Menu.Item>
      )}
      <MenuLink
        to="/groups/$groupId/settings"
        params={{ groupId: String(group.id) }}
        leftSection={<IconPencil size="1rem" />}
      >
        {t('list.edit')}
      </MenuLink>
      <DangerItem leftSection={<IconTrash size="1rem" />} disabled={group.managed_by !== null} onClick={onDelete}>
        {t('list.delete')}
        <ManagedReason managedBy={group.managed_by} />
      </DangerItem>
    </ActionsMenu>
  );
}
