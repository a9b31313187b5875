import type { MouseEvent } from 'react';

/** For `onClickCapture`: of a double click only the first click takes effect, also where the first one changed the page. */
export function ignoreRepeatedClick(event: MouseEvent): void {
  if (event.detail <= 1) return;
  event.preventDefault();
  event.stopPropagation();
}
