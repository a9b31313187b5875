import i18next from 'i18next';
import { type ToastOptions, toast } from './toast.tsx';

const undoMilliseconds = 10_000;

/** Reports a change that can be undone, and offers that for a moment. */
export function showUndoable(
  message: string,
  undo: () => void,
  options: Pick<ToastOptions, 'subMessage' | 'customId'> = {},
): void {
  const action = { label: i18next.t('common:undo'), run: undo };
  toast.success(message, { ...options, action, lifetime: undoMilliseconds });
}
