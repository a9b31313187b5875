import type { ResponseOf } from '@gatewarden/contract/endpoint';
import type { listInvitations } from '@gatewarden/contract/enrollment';
import { Menu } from '@mantine/core';
import { IconLink, IconMailForward, IconTrash } from '@tabler/icons-react';
import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { personName } from '../../../lib/format/person-name.ts';
import { ActionsMenu } from '../../../ui/actions-menu.tsx';
import { BreakableText } from '../../../ui/breakable-text.tsx';
import { DangerItem } from '../../../ui/danger-item.tsx';
import { PersonLink } from '../../../ui/person-link.tsx';
import { RowLink } from '../../../ui/row-link.tsx';
import { StatusBadge } from '../../../ui/status-badge.tsx';
import type { Column, Sort } from '../../../ui/table/column.ts';
import { DataTable } from '../../../ui/table/data-table.tsx';
import { TimeCell } from '../../../ui/table/time-cell.tsx';

export type Invitation = ResponseOf<typeof listInvitations>[number];
export type InvitationAction = 'resend' | 'withdraw';

interface Props {
  invitations: readonly Invitation[];
  sort: Sort;
  onSortChange: (sort: Sort) => void;
  onAction: (invitation: Invitation, action: InvitationAction) => void;
  empty: ReactNode;
}

/** Open invitations: to whom, by whom, until when, and whether the person has started. */
export function InvitationTable({ invitations, onAction, ...list }: Props) {
  const { t } = useTranslation('enrollment');
  const columns = useColumns();
  return (
    <DataTable
      {...list}
      label={t('list.title')}
      data={invitations}
      columns={columns}
      // another link replaces an unused one: the row remains the same
      getId={({ id, user_id, started_at }) => (started_at === null ? `user ${user_id}` : String(id))}
      getName={personName}
      opens
      rowActions={(invitation) => (
        <RowMenu invitation={invitation} onAction={(action) => onAction(invitation, action)} />
      )}
    />
  );
}

function useColumns(): readonly Column<Invitation>[] {
  const { t } = useTranslation('enrollment');
  return useMemo(
    () => [
      {
        id: 'person',
        header: t('field.person'),
        share: 2,
        sortValue: personName,
        cell: (person) => <PersonLink person={person} />,
      },
      {
        id: 'sent-to',
        header: t('field.sent_to'),
        share: 2,
        sortValue: ({ email }) => email ?? undefined,
        cell: ({ email }) => (email === null ? t('field.shown') : <BreakableText value={email} />),
      },
      {
        id: 'by',
        header: t('field.issued_by'),
        from: 'desktop',
        sortValue: ({ issued_by_name }) => issued_by_name,
        cell: ({ issued_by_name, issued_by: username }) => (
          <RowLink to="/users/$username" params={{ username }}>
            {issued_by_name}
          </RowLink>
        ),
      },
      {
        id: 'sent',
        header: t('field.issued_at'),
        share: 1.3,
        from: 'desktop',
        sortValue: ({ issued_at }) => issued_at,
        descendingFirst: true,
        cell: ({ issued_at }) => <TimeCell at={issued_at} />,
      },
      {
        id: 'expires',
        header: t('field.expires_at'),
        share: 1.3,
        sortValue: ({ expires_at }) => expires_at,
        cell: ({ expires_at }) => <TimeCell at={expires_at} />,
      },
      {
        id: 'started',
        header: t('field.started_at'),
        share: 1.5,
        sortValue: ({ started_at }) => started_at ?? undefined,
        cell: ({ started_at }) =>
          started_at === null ? (
            t('field.not_started')
          ) : (
            <StatusBadge tone="info">
              <TimeCell at={started_at} />
            </StatusBadge>
          ),
      },
    ],
    [t],
  );
}

interface RowMenuProps {
  invitation: Invitation;
  onAction: (action: InvitationAction) => void;
}

function RowMenu({ invitation, onAction }: RowMenuProps) {
  const { t } = useTranslation('enrollment');
  const isMailed = invitation.email !== null;
  const Icon = isMailed ? IconMailForward : IconLink;
  return (
    <ActionsMenu label={t('list.menu', { name: personName(invitation) })}>
      <Menu.Item leftSection={<Icon size="1rem" />} onClick={() => onAction('resend')}>
        {t(isMailed ? 'list.resend' : 'list.new_link')}
      </Menu.Item>
      <Menu.Divider />
      <DangerItem leftSection={<IconTrash size="1rem" />} onClick={() => onAction('withdraw')}>
        {t('list.withdraw')}
      </DangerItem>
    </ActionsMenu>
  );
}
