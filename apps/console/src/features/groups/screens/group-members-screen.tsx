import type { ListedUser } from '@gatewarden/contract/users';
import { Button } from '@mantine/core';
import { IconUserPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { Suspense, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { personName } from '../../../lib/format/person-name.ts';
import { lazy } from '../../../lib/lazy.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { SearchField } from '../../../ui/search-field.tsx';
import { ListSkeleton } from '../../../ui/skeletons.tsx';
import { ManagedNote, usersQuery } from '../../users/index.ts';
import { MemberTable } from '../components/member-table.tsx';
import { useGroup } from '../use-group.ts';
import styles from './group-members-screen.module.css';

// loaded when it is opened
const AddMembersDialog = lazy(async () => ({
  default: (await import('../forms/add-members-dialog.tsx')).AddMembersDialog,
}));

const route = getRouteApi('/signed-in/admin/groups/$groupId/');

/** The members of a group, added and removed in place. */
export function GroupMembersScreen() {
  const { t } = useTranslation(['groups', 'common']);
  const { group } = useGroup();
  const { q = '' } = route.useSearch();
  const navigate = route.useNavigate();
  const users = useQuery(usersQuery());
  const [adding, setAdding] = useState(false);
  const names = useMemo(() => new Set(group?.members), [group?.members]);
  const members = useMemo(() => users.data?.filter(({ username }) => names.has(username)), [users.data, names]);
  const found = useMemo(() => members?.filter((user) => matches(user, q)), [members, q]);
  if (!group) return null;
  if (users.isPending) return <ListSkeleton />;
  if (!users.data || !found || !members) {
    return <ErrorState error={users.error} onRetry={() => void users.refetch()} retrying={users.isFetching} />;
  }
  const isManaged = group.managed_by !== null;
  const add = (
    <Button leftSection={<IconUserPlus size="1rem" />} onClick={() => setAdding(true)}>
      {t('members.add')}
    </Button>
  );
  return (
    <>
      <ManagedNote managedBy={group.managed_by} />
      {members.length === 0 ? (
        <EmptyState
          picture="people"
          title={t('members.none_title')}
          text={t('members.none_text')}
          action={!isManaged && add}
        />
      ) : (
        <>
          <div className={styles.tools}>
            <SearchField
              label={t('members.search')}
              value={q}
              onChange={(text) => void navigate({ search: { q: text || undefined }, replace: true })}
            />
            {!isManaged && add}
          </div>
          <MemberTable
            group={group}
            members={found}
            empty={
              <EmptyState
                picture="search"
                title={t('common:table.no_match_title')}
                text={t('common:table.no_match_text')}
              />
            }
          />
        </>
      )}
      {adding && (
        <Suspense>
          <AddMembersDialog
            group={group}
            candidates={users.data.filter(({ username }) => !names.has(username))}
            onClose={() => setAdding(false)}
          />
        </Suspense>
      )}
    </>
  );
}

/** Matches name, username and email address. */
function matches(user: ListedUser, text: string): boolean {
  const wanted = text.trim().toLowerCase();
  return [personName(user), user.username, user.email].some((part) => part.toLowerCase().includes(wanted));
}
