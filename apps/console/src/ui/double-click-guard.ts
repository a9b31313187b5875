import { useEffect } from 'react';
import { setPressedAction } from '../lib/failure-places.ts';
import { ignoreRepeatedClick } from './ignore-repeated-click.ts';

/** Longer texts are not the name of a button. */
const maxNameLength = 60;

/**
 * Ignores the second click of a double click if the first one put another element under the pointer, such as the
 * backdrop of a dialog, which would close it. Two clicks on one control both take effect. Also records the name of the
 * control, so that the message about a failure can name the action.
 */
export function DoubleClickGuard(): null {
  useEffect(() => guardDoubleClicks(document), []);
  return null;
}

/** Returns a function that removes the guard. */
function guardDoubleClicks(page: Document): () => void {
  let first: Element | undefined;
  let isOnAnother = false;
  // on press, because a click on a label is followed by one on its field at the same place
  const onPress = (event: MouseEvent) => {
    const control = controlOf(event.target);
    if (event.detail <= 1) first = control;
    isOnAnother = control !== first;
    // the field that the first click focused keeps the focus
    if (isOnAnother) event.preventDefault();
  };
  const onClick = (event: MouseEvent) => {
    // the first listener: the place of the button, if it has one, registers after it
    setPressedAction(nameOf(controlOf(event.target)));
    if (isOnAnother) ignoreRepeatedClick(event);
  };
  page.addEventListener('mousedown', onPress, true);
  page.addEventListener('click', onClick, true);
  return () => {
    page.removeEventListener('mousedown', onPress, true);
    page.removeEventListener('click', onClick, true);
  };
}

/** Its `aria-label`, or else its text or that of its label; undefined without one. */
function nameOf(control: Element | undefined): string | undefined {
  const label = control instanceof HTMLInputElement ? control.labels?.[0] : control;
  const name = control?.getAttribute('aria-label') ?? label?.textContent ?? '';
  return name.trim() === '' || name.length > maxNameLength ? undefined : name.trim();
}

/** Control that contains the target: its content may be rendered again between two clicks. */
function controlOf(target: EventTarget | null): Element | undefined {
  if (!(target instanceof Element)) return undefined;
  return target.closest('a, button, label, input, select, textarea, [role="option"], [role="menuitem"]') ?? target;
}
