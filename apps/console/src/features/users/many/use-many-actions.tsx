import type { SuspendedItem } from '@gatewarden/contract/emergency-stop';
import type { UserInfo } from '@gatewarden/contract/users';
import { useQueryClient } from '@tanstack/react-query';
import { type ComponentType, lazy, type ReactNode, Suspense, useState } from 'react';
import { showFailure } from '../../../lib/form-errors.ts';
import { useMe } from '../../auth/index.ts';
import { suspendedQuery } from '../suspended.queries.ts';
import type { ManyAction, ManyDialogProps } from './many-actions.ts';
import { useSetStatus } from './use-set-status.ts';

// fetched when they are first needed
const dialogs: Readonly<Record<Exclude<ManyAction, 'enable'>, ComponentType<ManyDialogProps>>> = {
  disable: lazy(async () => ({ default: (await import('./disable-many-dialog.tsx')).DisableManyDialog })),
  groups: lazy(async () => ({ default: (await import('./assign-groups-dialog.tsx')).AssignGroupsDialog })),
  delete: lazy(async () => ({ default: (await import('./delete-many-dialog.tsx')).DeleteManyDialog })),
};

const EnableManyDialog = lazy(async () => ({ default: (await import('./enable-many-dialog.tsx')).EnableManyDialog }));

interface Open extends Pick<ManyDialogProps, 'users' | 'leavesOutSelf' | 'onDone'> {
  readonly action: ManyAction;
  /** With `enable`: what stays suspended. */
  readonly suspended?: readonly SuspendedItem[];
}

/** Carries out what is done with many people; `dialog` has to be shown somewhere. */
export function useManyActions(): {
  act: (action: ManyAction, users: readonly UserInfo[], onDone: () => void) => void;
  dialog: ReactNode;
} {
  const me = useMe();
  const [open, setOpen] = useState<Open>();
  const { set } = useSetStatus();
  const queryClient = useQueryClient();
  const close = () => setOpen(undefined);

  async function act(action: ManyAction, selected: readonly UserInfo[], onDone: () => void): Promise<void> {
    if (action === 'enable') return enable(selected, onDone);
    const spared = action === 'groups' ? selected : selected.filter((user) => user.id !== me.id);
    const users = action === 'disable' ? spared.filter((user) => user.is_active) : spared;
    const done = () => {
      close();
      onDone();
    };
    setOpen({ action, users, leavesOutSelf: spared.length < selected.length, onDone: done });
  }

  /** Only after an emergency stop is there something to know first. */
  async function enable(selected: readonly UserInfo[], onDone: () => void): Promise<void> {
    const users = selected.filter((user) => !user.is_active);
    const ids = new Set(users.map(({ id }) => id));
    try {
      const suspended = (await queryClient.fetchQuery(suspendedQuery())).filter(({ user_id }) => ids.has(user_id));
      if (suspended.length > 0) {
        const done = () => {
          close();
          onDone();
        };
        setOpen({ action: 'enable', users, leavesOutSelf: false, suspended, onDone: done });
      } else if (await set(users, true)) onDone();
    } catch (error) {
      showFailure(error);
    }
  }

  if (!open) return { act: (...call) => void act(...call), dialog: null };
  return { act: (...call) => void act(...call), dialog: <Suspense>{dialogOf(open)}</Suspense> };

  function dialogOf({ action, suspended = [], ...rest }: Open): ReactNode {
    if (action === 'enable') return <EnableManyDialog {...rest} suspended={suspended} onClose={close} />;
    const Dialog = dialogs[action];
    return <Dialog {...rest} onClose={close} />;
  }
}
