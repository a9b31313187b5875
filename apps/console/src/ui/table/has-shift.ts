import type { ChangeEvent } from 'react';

/** Whether the Shift key was held when the checkbox was clicked. */
export function hasShift({ nativeEvent }: ChangeEvent): boolean {
  return 'shiftKey' in nativeEvent && nativeEvent.shiftKey === true;
}
