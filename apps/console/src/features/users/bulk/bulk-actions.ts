import type { UserInfo } from '@gatewarden/contract/users';

export type BulkAction = 'enable' | 'disable' | 'groups' | 'delete';

export interface BulkDialogProps {
  readonly users: readonly UserInfo[];
  /** The reader was selected too; nobody disables or deletes the own account. */
  readonly excludesSelf: boolean;
  readonly onClose: () => void;
  readonly onDone: () => void;
}
