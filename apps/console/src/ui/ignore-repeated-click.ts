type Click = Pick<MouseEvent, 'detail' | 'preventDefault' | 'stopPropagation'>;

/**
 * For `onClickCapture`: of a double click only the first click takes effect, also where the first one changed the page.
 */
export function ignoreRepeatedClick(event: Click): void {
  if (event.detail <= 1) return;
  event.preventDefault();
  event.stopPropagation();
}
