import type { UserInfo } from '@gatewarden/contract/users';

export type BulkAction = 'enable' | 'disable' | 'groups' | 'invite' | 'delete';

export interface BulkDialogProps {
  readonly users: readonly UserInfo[];
  /** The signed-in user was selected and is excluded, because they cannot disable or delete their own account. */
  readonly excludesSelf: boolean;
  readonly onClose: () => void;
  readonly onDone: () => void;
}
