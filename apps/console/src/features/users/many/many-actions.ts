import type { UserInfo } from '@gatewarden/contract/users';

export type ManyAction = 'enable' | 'disable' | 'groups' | 'delete';

export interface ManyDialogProps {
  readonly users: readonly UserInfo[];
  /** The reader was selected too; nobody disables or deletes the own account. */
  readonly leavesOutSelf: boolean;
  readonly onClose: () => void;
  readonly onDone: () => void;
}
