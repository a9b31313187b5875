import type { GroupInfo } from '@gatewarden/contract/groups';
import type { LocationInfo } from '@gatewarden/contract/locations';
import { Group, Text } from '@mantine/core';
import { IconTrash, IconUsersGroup } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Outlet } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatCount } from '../../../lib/format/quantity.ts';
import { useLeaveDeleted } from '../../../lib/use-leave-deleted.ts';
import { ActionsMenu } from '../../../ui/actions-menu.tsx';
import { Avatar } from '../../../ui/avatar.tsx';
import { DangerItem } from '../../../ui/danger-item.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { TextLink } from '../../../ui/links.tsx';
import { NotFoundState } from '../../../ui/not-found-state.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { PageTabs } from '../../../ui/page-tabs.tsx';
import { ListSkeleton } from '../../../ui/skeletons.tsx';
import { StatusBadge } from '../../../ui/status-badge.tsx';
import { SourceLink } from '../../identity-sources/index.ts';
import { locationsQuery } from '../../locations/index.ts';
import { ManagedReason } from '../../users/index.ts';
import { DeleteGroupDialog } from '../components/delete-group-dialog.tsx';
import { groupsQuery } from '../groups.queries.ts';

const route = getRouteApi('/signed-in/admin/groups/$groupId');

/** Header and tabs of the pages of a group. */
export function GroupFrame() {
  const { t } = useTranslation('groups');
  const { groupId } = route.useParams();
  const groups = useQuery(groupsQuery());

  if (groups.isPending) return <ListSkeleton />;
  if (groups.data === undefined) {
    return <ErrorState asPage error={groups.error} title={t('list.failed')} onRetry={() => void groups.refetch()} />;
  }
  const group = groups.data.find(({ id }) => String(id) === groupId);
  if (!group) return <GroupNotFound />;
  return (
    <>
      <GroupHeader group={group} groups={groups.data} />
      <PageTabs
        label={group.name}
        tabs={[
          { label: t('field.members'), to: '/groups/$groupId', params: { groupId } },
          { label: t('field.locations'), to: '/groups/$groupId/locations', params: { groupId } },
          { label: t('page.settings'), to: '/groups/$groupId/settings', params: { groupId } },
        ]}
      />
      <Outlet />
    </>
  );
}

function GroupHeader({ group, groups }: { group: GroupInfo; groups: readonly GroupInfo[] }) {
  const { t, i18n } = useTranslation('groups');
  const leaveDeleted = useLeaveDeleted('/groups', String(group.id));
  const [deleting, setDeleting] = useState(false);
  return (
    <>
      <PageHeader
        title={group.name}
        above={[{ label: t('list.title'), to: '/groups' }]}
        icon={
          <Avatar name={group.name} size="lg">
            <IconUsersGroup />
          </Avatar>
        }
        state={group.is_admin ? <StatusBadge tone="info">{t('form.admin')}</StatusBadge> : undefined}
        facts={[
          { label: t('field.members'), value: formatCount(group.members.length, i18n.language) },
          { label: t('page.opens'), value: <OpenedLocations group={group} /> },
          ...(group.managed_by === null
            ? []
            : [{ label: t('field.source'), value: <SourceLink id={group.managed_by} /> }]),
        ]}
        actions={
          <ActionsMenu label={t('list.menu', { group: group.name })} variant="outlined">
            <DangerItem
              leftSection={<IconTrash size="1rem" />}
              disabled={group.managed_by !== null}
              onClick={() => setDeleting(true)}
            >
              {t('list.delete')}
              <ManagedReason managedBy={group.managed_by} />
            </DangerItem>
          </ActionsMenu>
        }
      />
      {deleting && (
        <DeleteGroupDialog group={group} groups={groups} onClose={() => setDeleting(false)} onDeleted={leaveDeleted} />
      )}
    </>
  );
}

/** Locations that are limited to the group, with links to who else may use them. */
function OpenedLocations({ group: { is_admin: isAdmin, vpn_locations: names } }: { group: GroupInfo }) {
  const { t } = useTranslation('groups');
  const locations = useQuery({ ...locationsQuery(), enabled: !isAdmin });
  if (isAdmin) return t('page.opens_all');
  if (names.length === 0) return <OpenLocations locations={locations.data ?? []} />;
  const idOf = new Map(locations.data?.map(({ id, name }) => [name, String(id)]));
  return (
    <Group gap="0 var(--mantine-spacing-sm)">
      {names.map((name) => {
        const locationId = idOf.get(name);
        return locationId === undefined ? (
          <span key={name}>{name}</span>
        ) : (
          <TextLink key={name} to="/locations/$locationId/access" params={{ locationId }}>
            {name}
          </TextLink>
        );
      })}
    </Group>
  );
}

const shownOpenLocations = 3;

/** For a group without locations: it gives access to none itself, but all users can connect to those without groups. */
function OpenLocations({ locations }: { locations: readonly LocationInfo[] }) {
  const { t, i18n } = useTranslation('groups');
  const open = locations.filter(({ allowed_groups: groups }) => groups.length === 0).map(({ name }) => name);
  return (
    <Group gap="0 var(--mantine-spacing-sm)">
      <span>{t('page.opens_none')}</span>
      {open.length > 0 && (
        <Text component="span" size="sm" c="dimmed">
          {open.length > shownOpenLocations
            ? t('page.opens_open_many', { count: open.length })
            : t('page.opens_open', { locations: new Intl.ListFormat(i18n.language).format(open) })}
        </Text>
      )}
    </Group>
  );
}

function GroupNotFound() {
  const { t } = useTranslation('groups');
  return (
    <NotFoundState
      icon={<IconUsersGroup />}
      title={t('page.none_title')}
      text={t('page.none_text')}
      list={{ to: '/groups' }}
      listLabel={t('page.to_list')}
    />
  );
}
