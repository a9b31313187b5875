import type { UserInfo } from '@gatewarden/contract/users';
import { useTranslation } from 'react-i18next';
import { showFailure } from '../../lib/form-errors.ts';
import { personName } from '../../lib/format/person-name.ts';
import { toast } from '../../ui/toast.tsx';
import { showUndoable } from '../../ui/undo-toast.ts';
import { useAddMembers, useRemoveMember } from './groups.queries.ts';

/** Removes a member of the group and offers to undo it. */
export function useRemoveWithUndo(group: string): (user: UserInfo) => void {
  const { t } = useTranslation('groups');
  const remove = useRemoveMember();
  const add = useAddMembers();
  return (user) => {
    const name = personName(user);
    const undo = () =>
      add.mutate(
        { group, users: [user.id] },
        { onSuccess: () => void toast.success(t('members.restored', { name, group })), onError: showFailure },
      );
    remove.mutate(
      { group, username: user.username },
      {
        onSuccess: () => showUndoable(t('members.removed', { name, group }), undo),
        onError: showFailure,
      },
    );
  };
}
