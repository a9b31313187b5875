/** What a key does in a list. */
export type ListKey = 'next' | 'previous' | 'first' | 'last' | 'select' | 'peek' | 'edit';

const keys: Readonly<Record<string, ListKey>> = {
  j: 'next',
  ArrowDown: 'next',
  k: 'previous',
  ArrowUp: 'previous',
  Home: 'first',
  End: 'last',
  x: 'select',
  ' ': 'peek',
  e: 'edit',
};

/** Keys that also scroll the page or move within a control: they act only while a row has the focus. */
const onlyInRow = new Set(['ArrowDown', 'ArrowUp', 'Home', 'End', ' ']);

const typing = 'input:not([type="checkbox"]), textarea, select, [contenteditable="true"]';
const layers = '[role="dialog"], [role="menu"]';

/**
 * The action of the key for the list, or undefined if it belongs to something else: to a field, to a dialog or menu, to a
 * button, or to the browser. Letters also work while nothing has the focus.
 */
export function listKeyOf(event: KeyboardEvent, list: Element | null): ListKey | undefined {
  const action = keys[event.key];
  if (!action || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return undefined;
  const target = event.target instanceof Element ? event.target : null;
  if (!target || target.matches(typing) || target.closest(layers)) return undefined;
  const isInList = list?.contains(target) ?? false;
  if (isInList) return event.key === ' ' && target.matches('button, input') ? undefined : action;
  const isNowhere = target.matches('body, main') && !document.querySelector(layers);
  return isNowhere && !onlyInRow.has(event.key) ? action : undefined;
}
