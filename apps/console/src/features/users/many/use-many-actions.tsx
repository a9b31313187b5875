import type { UserInfo } from '@gatewarden/contract/users';
import { type ComponentType, lazy, type ReactNode, Suspense, useState } from 'react';
import { useMe } from '../../auth/index.ts';
import type { ManyAction, ManyDialogProps } from './many-actions.ts';
import { useSetStatus } from './use-set-status.ts';

// fetched when they are first needed
const dialogs: Readonly<Record<Exclude<ManyAction, 'enable'>, ComponentType<ManyDialogProps>>> = {
  disable: lazy(async () => ({ default: (await import('./disable-many-dialog.tsx')).DisableManyDialog })),
  groups: lazy(async () => ({ default: (await import('./assign-groups-dialog.tsx')).AssignGroupsDialog })),
  delete: lazy(async () => ({ default: (await import('./delete-many-dialog.tsx')).DeleteManyDialog })),
};

interface Open extends Pick<ManyDialogProps, 'users' | 'leavesOutSelf' | 'onDone'> {
  readonly action: keyof typeof dialogs;
}

/** Carries out what is done with many people; `dialog` has to be shown somewhere. */
export function useManyActions(): {
  act: (action: ManyAction, users: readonly UserInfo[], onDone: () => void) => void;
  dialog: ReactNode;
} {
  const me = useMe();
  const [open, setOpen] = useState<Open>();
  const { set } = useSetStatus();
  const close = () => setOpen(undefined);

  async function act(action: ManyAction, selected: readonly UserInfo[], onDone: () => void): Promise<void> {
    if (action === 'enable') {
      // nothing is lost by it, so nobody is asked
      if (
        await set(
          selected.filter((user) => !user.is_active),
          true,
        )
      )
        onDone();
      return;
    }
    const spared = action === 'groups' ? selected : selected.filter((user) => user.id !== me.id);
    const users = action === 'disable' ? spared.filter((user) => user.is_active) : spared;
    const done = () => {
      close();
      onDone();
    };
    setOpen({ action, users, leavesOutSelf: spared.length < selected.length, onDone: done });
  }

  if (!open) return { act: (...call) => void act(...call), dialog: null };
  const { action, ...rest } = open;
  const Dialog = dialogs[action];
  const dialog = (
    <Suspense>
      <Dialog {...rest} onClose={close} />
    </Suspense>
  );
  return { act: (...call) => void act(...call), dialog };
}
