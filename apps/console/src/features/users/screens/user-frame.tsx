import { IconUserOff } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Outlet, useNavigate } from '@tanstack/react-router';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { isApiError } from '../../../lib/api-error.ts';
import { personName } from '../../../lib/format/person-name.ts';
import { lazy } from '../../../lib/lazy.tsx';
import { useLeaveDeleted } from '../../../lib/use-leave-deleted.ts';
import { useExtensions } from '../../../modules/extensions.tsx';
import { ModuleTabs } from '../../../modules/module-tabs.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { NotFoundState } from '../../../ui/not-found-state.tsx';
import { FormSkeleton } from '../../../ui/skeletons.tsx';
import { useEssentials } from '../../settings/index.ts';
import { StoppedNotice } from '../components/stopped-notice.tsx';
import { useUserActions } from '../components/use-user-actions.tsx';
import { UserHeader } from '../components/user-header.tsx';
import { useIsChangingUser, userQuery } from '../users.queries.ts';

// loaded when it is opened
const EditUserDialog = lazy(async () => ({ default: (await import('../forms/edit-user-dialog.tsx')).EditUserDialog }));

const route = getRouteApi('/signed-in/admin/users/$username');

/** Header, menu and tabs of the pages of a user; the details are edited in a dialog. */
export function UserFrame() {
  const { t } = useTranslation('users');
  const { username } = route.useParams();
  const { edit: isEditing = false } = route.useSearch();
  const navigate = useNavigate();
  const essentials = useEssentials();
  const userTabs = useExtensions().userTabs.filter(({ flag }) => !flag || essentials[flag]);
  const details = useQuery(userQuery(username));
  const isChanging = useIsChangingUser();
  const { runAction, dialog } = useUserActions({ onDeleted: useLeaveDeleted('/users', username) });

  if (details.isPending) return <FormSkeleton count={6} />;
  // The user was renamed or deleted, and the page is about to be left.
  const isBeingChanged = isChanging && details.data !== undefined;
  if (isApiError(details.error, 'user_not_found') && !isBeingChanged) return <UserNotFound />;
  if (details.data === undefined) {
    return <ErrorState asPage error={details.error} title={t('page.failed')} onRetry={() => void details.refetch()} />;
  }
  const { user, suspended } = details.data;
  const setEditing = (edit: true | undefined) =>
    void navigate({ to: '.', search: (before) => ({ ...before, edit }), replace: !edit, resetScroll: false });
  const showSaved = (saved: string) =>
    void navigate({
      ...(saved === username
        ? { to: '.', search: (before) => ({ ...before, edit: undefined }) }
        : { to: '/users/$username', params: { username: saved } }),
      replace: true,
      ignoreBlocker: true,
    });
  return (
    <>
      <UserHeader
        details={details.data}
        onEdit={() => setEditing(true)}
        onAction={(action) => runAction(user, action)}
      />
      <StoppedNotice
        user={user}
        suspended={suspended}
        onEnable={() => runAction(user, 'enable')}
        onResetFactors={() => runAction(user, 'reset-factors')}
      />
      <ModuleTabs label={personName(user)} tabs={userTabs} params={{ username }} />
      <Outlet />
      {dialog}
      {isEditing && (
        <Suspense>
          <EditUserDialog key={user.id} user={user} onClose={() => setEditing(undefined)} onSaved={showSaved} />
        </Suspense>
      )}
    </>
  );
}

function UserNotFound() {
  const { t } = useTranslation('users');
  return (
    <NotFoundState
      icon={<IconUserOff />}
      title={t('page.none_title')}
      text={t('page.none_text')}
      list={{ to: '/users' }}
      listLabel={t('page.to_list')}
    />
  );
}
