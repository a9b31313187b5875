type Click = Pick<MouseEvent, 'detail' | 'preventDefault' | 'stopPropagation'>;

/** For `onClickCapture`: only the first click of a double click takes effect, also if it changed the page. */
export function ignoreRepeatedClick(event: Click): void {
  if (event.detail <= 1) return;
  event.preventDefault();
  event.stopPropagation();
}
