import type { SuspendedItem } from '@gatewarden/contract/emergency-stop';
import type { UserInfo } from '@gatewarden/contract/users';
import { useQueryClient } from '@tanstack/react-query';
import { type ComponentType, type ReactNode, Suspense, useState } from 'react';
import { showFailure } from '../../../lib/form-errors.ts';
import { lazy } from '../../../lib/lazy.tsx';
import { useMe } from '../../auth/index.ts';
import { InvitePeopleDialog } from '../../enrollment/index.ts';
import { suspendedQuery } from '../suspended.queries.ts';
import type { BulkAction, BulkDialogProps } from './bulk-actions.ts';
import { useSetStatus } from './use-set-status.ts';

// loaded on first use
const dialogs: Readonly<Record<Exclude<BulkAction, 'enable' | 'invite'>, ComponentType<BulkDialogProps>>> = {
  disable: lazy(async () => ({ default: (await import('./disable-users-dialog.tsx')).DisableUsersDialog })),
  groups: lazy(async () => ({ default: (await import('./assign-groups-dialog.tsx')).AssignGroupsDialog })),
  delete: lazy(async () => ({ default: (await import('./delete-users-dialog.tsx')).DeleteUsersDialog })),
};

const EnableUsersDialog = lazy(async () => ({
  default: (await import('./enable-users-dialog.tsx')).EnableUsersDialog,
}));

interface OpenDialog extends Pick<BulkDialogProps, 'users' | 'excludesSelf' | 'onDone'> {
  readonly action: BulkAction;
  /** For `enable`: items that stay suspended. */
  readonly suspended?: readonly SuspendedItem[];
}

/** Runs bulk actions; the caller renders `dialog`. */
export function useBulkActions(): {
  runAction: (action: BulkAction, users: readonly UserInfo[], onDone: () => void) => void;
  dialog: ReactNode;
} {
  const me = useMe();
  const [open, setOpen] = useState<OpenDialog>();
  const { setStatus } = useSetStatus();
  const queryClient = useQueryClient();
  const close = () => setOpen(undefined);
  const closeAfter = (onDone: () => void) => () => {
    close();
    onDone();
  };

  async function runAction(action: BulkAction, selected: readonly UserInfo[], onDone: () => void): Promise<void> {
    if (action === 'enable') return enable(selected, onDone);
    const withoutSelf =
      action === 'groups' || action === 'invite' ? selected : selected.filter((user) => user.id !== me.id);
    const users = action === 'disable' ? withoutSelf.filter((user) => user.is_active) : withoutSelf;
    setOpen({ action, users, excludesSelf: withoutSelf.length < selected.length, onDone: closeAfter(onDone) });
  }

  /** Asks for confirmation only after an emergency stop. */
  async function enable(selected: readonly UserInfo[], onDone: () => void): Promise<void> {
    const users = selected.filter((user) => !user.is_active);
    const ids = new Set(users.map(({ id }) => id));
    try {
      const suspended = (await queryClient.fetchQuery(suspendedQuery())).filter(({ user_id }) => ids.has(user_id));
      if (suspended.length > 0) {
        setOpen({ action: 'enable', users, excludesSelf: false, suspended, onDone: closeAfter(onDone) });
      } else if (await setStatus(users, true)) onDone();
    } catch (error) {
      showFailure(error);
    }
  }

  return { runAction: (...call) => void runAction(...call), dialog: open && <Suspense>{dialogOf(open)}</Suspense> };

  function dialogOf({ action, suspended = [], ...rest }: OpenDialog): ReactNode {
    if (action === 'enable') return <EnableUsersDialog {...rest} suspended={suspended} onClose={close} />;
    if (action === 'invite') return <InvitePeopleDialog people={rest.users} onClose={close} onDone={rest.onDone} />;
    const Dialog = dialogs[action];
    return <Dialog {...rest} onClose={close} />;
  }
}
