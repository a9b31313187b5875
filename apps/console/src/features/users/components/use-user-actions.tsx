import type { UserInfo } from '@gatewarden/contract/users';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { showFailure } from '../../../lib/form-errors.ts';
import { personName } from '../../../lib/format/person-name.ts';
import { toast } from '../../../ui/toast.tsx';
import { useMe } from '../../auth/index.ts';
import { ResetFactorsDialog } from '../../mfa/index.ts';
import { useUpdateUser } from '../users.queries.ts';
import { ChangePasswordDialog } from './change-password-dialog.tsx';
import { DeleteUserDialog } from './delete-user-dialog.tsx';
import { DisableUserDialog } from './disable-user-dialog.tsx';
import { SetPasswordDialog } from './set-password-dialog.tsx';
import type { UserAction } from './user-menu.tsx';

// fetched when it is first needed
const StopDialog = lazy(async () => ({ default: (await import('../../emergency-stop/index.ts')).StopDialog }));

interface Open {
  readonly action: UserAction;
  readonly user: UserInfo;
}

interface Options {
  /** When the person is gone: a page about them has to be left. */
  onDeleted?: () => void;
}

/** Carries out what a person's menu offers; `dialog` has to be shown somewhere. */
export function useUserActions({ onDeleted }: Options = {}): {
  act: (user: UserInfo, action: UserAction) => void;
  dialog: ReactNode;
} {
  const me = useMe();
  const [open, setOpen] = useState<Open>();
  const enable = useEnableUser();
  const close = () => setOpen(undefined);
  const act = (user: UserInfo, action: UserAction) => {
    if (action === 'enable') enable(user);
    else setOpen({ user, action });
  };
  return { act, dialog: open && dialogOf(open, me.id) };

  function dialogOf({ action, user }: Open, ownId: number): ReactNode {
    if (action === 'disable') return <DisableUserDialog user={user} onClose={close} onUndo={() => enable(user)} />;
    if (action === 'reset-factors') {
      return <ResetFactorsDialog username={user.username} name={personName(user)} onClose={close} />;
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
    return user.id === ownId ? (
      <ChangePasswordDialog onClose={close} />
    ) : (
      <SetPasswordDialog user={user} onClose={close} />
    );
  }
}

/** Nothing is lost by it, so nobody is asked. */
function useEnableUser(): (user: UserInfo) => void {
  const { t } = useTranslation('users');
  const update = useUpdateUser();
  return (user) =>
    update.mutate(
      { username: user.username, changes: { is_active: true } },
      { onSuccess: () => toast.success(t('enable.done', { name: personName(user) })), onError: showFailure },
    );
}
