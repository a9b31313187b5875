import { useState } from 'react';

/** Most rows of a list that are all rendered. */
const longestRendered = 200;

/** Rows of a long list that are rendered while the code loads that follows the window. They fill a high window. */
export const firstRows = 40;

/**
 * Whether the list is or was longer than that: a list that becomes shorter while it shows does not change how its rows are
 * rendered, which would close the menu of a row.
 */
export function useIsLong(count: number): boolean {
  const [isLong, setIsLong] = useState(count > longestRendered);
  if (!isLong && count > longestRendered) setIsLong(true);
  return isLong || count > longestRendered;
}
