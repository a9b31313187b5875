import type { UserInfo } from '@gatewarden/contract/users';
import { useTranslation } from 'react-i18next';
import { showFailure } from '../../lib/form-errors.ts';
import { personName } from '../../lib/format/person-name.ts';
import { toast } from '../../ui/toast.tsx';
import { showUndoable } from '../../ui/undo-toast.ts';
import { useAddMembers, useRemoveMembers } from './groups.queries.ts';

/** Removes members of the group together and offers to undo it. */
export function useRemoveWithUndo(group: string) {
  const { t } = useTranslation('groups');
  const { mutate, isPending } = useRemoveMembers();
  const add = useAddMembers();
  const remove = (users: readonly UserInfo[], onRemoved?: () => void) => {
    const [first] = users;
    const count = users.length;
    const names = count === 1 && first ? { name: personName(first), group } : undefined;
    const undo = () =>
      add.mutate(
        { group, users: users.map(({ id }) => id) },
        {
          onSuccess: () =>
            toast.success(names ? t('members.restored', names) : t('members.restored_all', { count, group })),
          onError: showFailure,
        },
      );
    mutate(
      { group, usernames: users.map(({ username }) => username) },
      {
        onSuccess: () => {
          showUndoable(names ? t('members.removed', names) : t('members.removed_all', { count, group }), undo);
          onRemoved?.();
        },
        onError: showFailure,
      },
    );
  };
  return { remove, isPending };
}
