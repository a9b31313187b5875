import type { UserInfo } from '@gatewarden/contract/users';
import { useTranslation } from 'react-i18next';
import { toast } from '../../../ui/toast.tsx';
import { showUndoable } from '../../../ui/undo-toast.ts';
import { useSetUsersStatus } from '../bulk-users.queries.ts';
import { showRefusal } from './show-refusal.ts';

const customId = 'many-users';
/** Longest duration of a call; its outcome replaces the toast. */
const workingMilliseconds = 60_000;

/** Enables or disables users, shows the progress, and offers to undo it for those who changed. */
export function useSetStatus() {
  const { t } = useTranslation('users');
  const { mutateAsync, isPending } = useSetUsersStatus();

  async function setStatus(users: readonly UserInfo[], isActive: boolean): Promise<boolean> {
    toast.info(t('many.working', { count: users.length }), { customId, lifetime: workingMilliseconds });
    const outcome = await send(users, isActive);
    if (!outcome) return false;
    const changed = users.filter(({ id }) => outcome.has(id));
    const done = isActive
      ? t('many.enabled', { count: changed.length })
      : t('many.disabled', { count: changed.length });
    if (changed.length === 0) toast.success(done, { customId });
    else showUndoable(done, () => void undo(changed, !isActive), { customId });
    return true;
  }

  async function undo(users: readonly UserInfo[], isActive: boolean): Promise<void> {
    const outcome = await send(users, isActive);
    if (outcome) toast.success(t('many.undone', { count: outcome.size }), { customId });
  }

  /** Ids of the changed users; undefined after a failure, which is shown, or while another change is in flight. */
  async function send(users: readonly UserInfo[], isActive: boolean): Promise<Set<number> | undefined> {
    try {
      const body = { users: users.map(({ id }) => id), is_active: isActive };
      const outcome = await mutateAsync(body);
      return outcome && new Set(outcome.changed);
    } catch (error) {
      toast.hide(customId);
      showRefusal(error, users);
      return undefined;
    }
  }

  return { setStatus, isPending };
}
