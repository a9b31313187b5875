import type { SuspendedItem } from '@gatewarden/contract/emergency-stop';
import type { UserInfo } from '@gatewarden/contract/users';
import { useQueryClient } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { type ReactNode, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { showFailure } from '../../../lib/form-errors.ts';
import { personName } from '../../../lib/format/person-name.ts';
import { lazy } from '../../../lib/lazy.tsx';
import { toast } from '../../../ui/toast.tsx';
import { useMe } from '../../auth/index.ts';
import { AddKeyDialog } from '../../auth-keys/index.ts';
import { IssueTokenDialog, PasswordResetDialog } from '../../enrollment/index.ts';
import { ResetFactorsDialog } from '../../mfa/index.ts';
import { ProvisionDialog } from '../../yubikeys/index.ts';
import { lastStopQuery, suspendedQuery } from '../suspended.queries.ts';
import { useUpdateUser } from '../users.queries.ts';
import { DeleteUserDialog } from './delete-user-dialog.tsx';
import { DisableUserDialog } from './disable-user-dialog.tsx';
import { ChangePasswordDialog } from './lazy-change-password-dialog.ts';
import type { UserAction } from './user-menu.tsx';

// loaded on first use
const SetPasswordDialog = lazy(async () => ({
  default: (await import('./set-password-dialog.tsx')).SetPasswordDialog,
}));
const EnableUserDialog = lazy(async () => ({ default: (await import('./enable-user-dialog.tsx')).EnableUserDialog }));
const StopDialog = lazy(async () => ({ default: (await import('../../emergency-stop/index.ts')).StopDialog }));

interface OpenDialog {
  /** Path of the page on which it was opened. */
  readonly at: string;
  readonly action: UserAction;
  readonly user: UserInfo;
  /** For `enable`: items that stay suspended. */
  readonly suspended?: readonly SuspendedItem[];
}

interface Options {
  /** Runs after the user is deleted, so that their page can be left. */
  onDeleted?: () => void;
}

/** Runs the actions of the menu of a user; the caller renders `dialog`. */
export function useUserActions({ onDeleted }: Options = {}): {
  runAction: (user: UserInfo, action: UserAction) => void;
  dialog: ReactNode;
} {
  const me = useMe();
  const at = useLocation({ select: ({ pathname }) => pathname });
  const [open, setOpen] = useState<OpenDialog>();
  // the frame with the tabs stays mounted when the back button leaves the page under the dialog
  if (open && open.at !== at) setOpen(undefined);
  const { enable, isEnabling, loadStopState } = useEnableUser();
  const close = () => setOpen(undefined);
  const runAction = (user: UserInfo, action: UserAction) => {
    if (action === 'enable') void startEnabling(user);
    else setOpen({ at, user, action });
  };
  return { runAction, dialog: open && dialogOf(open, me.id) };

  /** Asks for confirmation only after an emergency stop. */
  async function startEnabling(user: UserInfo): Promise<void> {
    try {
      const { wasStopped, suspended } = await loadStopState(user);
      if (wasStopped) setOpen({ at, action: 'enable', user, suspended });
      else enable(user);
    } catch (error) {
      showFailure(error);
    }
  }

  function dialogOf({ action, user, suspended = [] }: OpenDialog, ownId: number): ReactNode {
    if (action === 'disable') return <DisableUserDialog user={user} onClose={close} onUndo={() => enable(user)} />;
    if (action === 'enable') {
      return (
        <Suspense>
          <EnableUserDialog
            user={user}
            items={suspended}
            confirming={isEnabling}
            onConfirm={() => enable(user, close)}
            onClose={close}
          />
        </Suspense>
      );
    }
    if (action === 'reset-factors') {
      return <ResetFactorsDialog username={user.username} name={personName(user)} onClose={close} />;
    }
    if (action === 'add-key') {
      return (
        <Suspense>
          <AddKeyDialog username={user.username} ownerName={personName(user)} onClose={close} />
        </Suspense>
      );
    }
    if (action === 'add-yubikey') {
      return (
        <Suspense>
          <ProvisionDialog username={user.username} ownerName={personName(user)} onClose={close} />
        </Suspense>
      );
    }
    if (action === 'start-enrollment' || action === 'activate-client') {
      const kind = action === 'start-enrollment' ? 'enrollment' : 'client';
      return (
        <Suspense>
          <IssueTokenDialog kind={kind} person={user} onClose={close} />
        </Suspense>
      );
    }
    if (action === 'send-reset') {
      return (
        <Suspense>
          <PasswordResetDialog person={user} onClose={close} />
        </Suspense>
      );
    }
    if (action === 'stop') {
      return (
        <Suspense>
          <StopDialog user={user} onClose={close} />
        </Suspense>
      );
    }
    if (action === 'delete') {
      return <DeleteUserDialog user={user} onClose={close} {...(onDeleted && { onDeleted })} />;
    }
    return (
      <Suspense>
        {user.id === ownId ? (
          <ChangePasswordDialog onClose={close} />
        ) : (
          <SetPasswordDialog user={user} onClose={close} />
        )}
      </Suspense>
    );
  }
}

function useEnableUser() {
  const { t } = useTranslation('users');
  const queryClient = useQueryClient();
  const update = useUpdateUser();
  function enable(user: UserInfo, onEnabled?: () => void): void {
    const onSuccess = () => {
      toast.success(t('enable.done', { name: personName(user) }));
      onEnabled?.();
    };
    update.mutate({ username: user.username, changes: { is_active: true } }, { onSuccess, onError: showFailure });
  }
  const loadStopState = async ({ username }: UserInfo) => {
    const [stop, suspended] = await Promise.all([
      queryClient.fetchQuery(lastStopQuery(username)),
      queryClient.fetchQuery(suspendedQuery(username)),
    ]);
    return { wasStopped: stop !== null || suspended.length > 0, suspended };
  };
  return { enable, isEnabling: update.isPending, loadStopState };
}
