import i18next from 'i18next';
import { toast } from './toast.tsx';

const undoMilliseconds = 10_000;

/** Reports a change that can be undone, and offers that for a moment. */
export function showUndoable(message: string, undo: () => void): void {
  toast.success(message, { action: { label: i18next.t('common:undo'), run: undo }, lifetime: undoMilliseconds });
}
