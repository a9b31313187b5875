import { useEffect } from 'react';
import { ignoreRepeatedClick } from './ignore-repeated-click.ts';

/**
 * Of a double click, ignores the second click where the first one put another element under the pointer, such as the
 * backdrop of a dialog, which would close it. Two clicks on one control both take effect.
 */
export function DoubleClickGuard(): null {
  useEffect(() => guardDoubleClicks(document), []);
  return null;
}

/** Returns the function that ends it. */
function guardDoubleClicks(page: Document): () => void {
  let first: Element | undefined;
  let isOnAnother = false;
  // not when it is clicked: a click on a label is followed by one on its field, at the same place
  const onPress = ({ detail, target }: MouseEvent) => {
    const control = controlOf(target);
    if (detail <= 1) first = control;
    isOnAnother = control !== first;
  };
  const onClick = (event: MouseEvent) => {
    if (isOnAnother) ignoreRepeatedClick(event);
  };
  page.addEventListener('mousedown', onPress, true);
  page.addEventListener('click', onClick, true);
  return () => {
    page.removeEventListener('mousedown', onPress, true);
    page.removeEventListener('click', onClick, true);
  };
}

/** The control that a press belongs to: what is inside of it may be rendered again between two clicks. */
function controlOf(target: EventTarget | null): Element | undefined {
  if (!(target instanceof Element)) return undefined;
  return target.closest('a, button, label, input, select, textarea, [role="option"], [role="menuitem"]') ?? target;
}
