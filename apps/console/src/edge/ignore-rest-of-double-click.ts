import { ignoreRepeatedClick } from '../ui/ignore-repeated-click.ts';

const types = ['mousedown', 'click'] as const;

/**
 * The second click of a double click that changed the page hits whatever is there now: it would submit a form or take the focus
 * from its field. Ends with the next separate click, or when the returned function is called.
 */
export function ignoreRestOfDoubleClick(): () => void {
  const end = () => {
    for (const type of types) document.removeEventListener(type, ignore, true);
  };
  const ignore = (event: MouseEvent) => {
    if (event.detail === 1 && event.type === 'mousedown') end();
    else ignoreRepeatedClick(event);
  };
  for (const type of types) document.addEventListener(type, ignore, true);
  return end;
}
