import { useEffect } from 'react';

/**
 * Returns the focus when the focused element disappears: a dialog closes, a row is deleted, filters are cleared. Browsers
 * focus `body` then, and a keyboard or screen reader would start again at the top of the page.
 *
 * The focus goes to the element that had it before the dialog or menu, or if that is gone too, to what replaced it, to
 * the same control of the next row, or to the heading of the list. Elements with `data-clears-filters` pass it to the
 * search field of the page. After navigation, `Content` sets the focus.
 */
export function FocusReturn(): null {
  useEffect(() => returnLostFocus(document), []);
  return null;
}

/** Where the focus was, with what is needed to find the next best element after it is gone. */
interface FocusPosition {
  readonly element: HTMLElement;
  readonly path: string;
  readonly row: RowPosition | undefined;
  /** Parts of the page around the element, innermost first. */
  readonly regions: readonly Element[];
}

interface RowPosition {
  readonly row: Element;
  readonly list: Element;
  readonly index: number;
  /** Number of rows of a list that renders only those in the window. */
  readonly rowCount: string | undefined;
}

/** Returns a function that ends it. */
function returnLostFocus(page: Document): () => void {
  /** The last focused element of the page, of each open dialog and of each open menu; newest last, without closed ones. */
  const positions = new Map<Element, FocusPosition>();
  /**
   * Between the events `blur` and `focus`, no element has the focus, but it is not lost. What disappears meanwhile, such
   * as the tooltip of the element that is left, must not return it.
   */
  let isFocusMoving = false;

  const onLeave = ({ relatedTarget }: FocusEvent) => {
    if (relatedTarget === null) return;
    isFocusMoving = true;
    // no element has the focus afterwards if the next one disappeared too
    setTimeout(() => {
      if (!isFocusMoving) return;
      isFocusMoving = false;
      onChange();
    });
  };

  const onFocus = ({ target }: FocusEvent) => {
    isFocusMoving = false;
    if (!(target instanceof HTMLElement) || target === page.body) return;
    const layer = layerOf(target);
    for (const known of positions.keys()) if (known === layer || !known.isConnected) positions.delete(known);
    positions.set(layer, positionOf(target));
  };

  /** A click beside all controls takes the focus from an element that is still usable: it must not be returned. */
  const onBlur = ({ target, relatedTarget }: FocusEvent) => {
    if (relatedTarget !== null || !(target instanceof HTMLElement)) return;
    queueMicrotask(() => {
      if (!isFocusLost(page) || !page.hasFocus() || !target.isConnected || target.matches(':disabled')) return;
      const layer = layerOf(target);
      if (isDialogOrMenu(layer)) positions.delete(layer);
      else positions.clear();
    });
  };

  const onChange = () => {
    if (isFocusMoving || !isFocusLost(page)) return;
    for (const [layer, position] of [...positions].reverse()) {
      if (!layer.isConnected) positions.delete(layer);
      else if (position.path !== page.location.pathname) return positions.clear();
      else if (isTemporarilyGone(position) || isFocused(position)) return;
    }
  };

  const observer = new MutationObserver(onChange);
  observer.observe(page.body, { childList: true, subtree: true, attributes: true, attributeFilter: ['disabled'] });
  // the first of all events of a move, and before the listeners of the element
  page.addEventListener('blur', onLeave, { capture: true });
  page.addEventListener('focusin', onFocus);
  page.addEventListener('focusout', onBlur);
  return () => {
    observer.disconnect();
    page.removeEventListener('blur', onLeave, { capture: true });
    page.removeEventListener('focusin', onFocus);
    page.removeEventListener('focusout', onBlur);
  };
}

function isFocusLost({ activeElement, body }: Document): boolean {
  return activeElement === null || activeElement === body;
}

const dialogOrMenu = '[role="dialog"], [role="menu"]';

function isDialogOrMenu(layer: Element): boolean {
  return layer.matches(dialogOrMenu);
}

/** Dialog or menu that contains the element; otherwise the page, or the container of all toasts. */
function layerOf(element: Element): Element {
  return element.closest(dialogOrMenu) ?? element.closest('body > *') ?? element;
}

function positionOf(element: HTMLElement): FocusPosition {
  return {
    element,
    path: element.ownerDocument.location.pathname,
    row: rowPositionOf(element),
    regions: [...ancestors(element)].filter((ancestor) => ancestor.matches('search, section, main')),
  };
}

function rowPositionOf(element: Element): RowPosition | undefined {
  const row = element.closest('tbody > tr, li, article');
  const list = row?.parentElement;
  if (!row || !list) return undefined;
  return { row, list, index: rowsOf(list).indexOf(row), rowCount: rowCountOf(list) };
}

function rowsOf(list: Element): Element[] {
  return [...list.children].filter((row) => row.ariaHidden !== 'true');
}

/** Of tables `aria-rowcount`, of cards `aria-setsize`. */
function rowCountOf(list: Element): string | undefined {
  const counted = list.closest('[aria-rowcount]') ?? list.firstElementChild;
  return counted?.getAttribute('aria-rowcount') ?? counted?.getAttribute('aria-setsize') ?? undefined;
}

function* ancestors(element: Element): Generator<Element> {
  for (let at = element.parentElement; at; at = at.parentElement) yield at;
}

/** A button that is disabled while its action runs, or a row that is scrolled out of the window. */
function isTemporarilyGone({ element, row }: FocusPosition): boolean {
  if (element.isConnected) return element.matches(':disabled[data-loading]');
  return (
    row !== undefined && !row.row.isConnected && row.rowCount !== undefined && row.rowCount === rowCountOf(row.list)
  );
}

/** Focuses the first of the candidates that takes the focus. The page is not scrolled away from what the user reads. */
function isFocused(position: FocusPosition): boolean {
  for (const candidate of candidatesOf(position)) {
    candidate.focus({ preventScroll: true });
    if (candidate.ownerDocument.activeElement === candidate) return true;
  }
  return false;
}

function* candidatesOf({ element, row, regions }: FocusPosition): Generator<HTMLElement> {
  yield element;
  const attached = regions.filter((region) => region.isConnected);
  if (element.matches('[data-clears-filters]')) for (const region of attached) yield* searchFieldsIn(region);
  for (const part of row?.row.isConnected ? [row.row] : attached) yield* successorsIn(part, element);
  if (row?.list.isConnected) {
    const rows = rowsOf(row.list);
    const next = rows[row.index] ?? rows.at(-1);
    if (next) yield* sameControlsIn(next, element);
  }
  for (const region of attached) {
    if (region.matches('search')) yield* searchFieldsIn(region);
    const heading = region.querySelector<HTMLElement>('h1, h2, h3');
    if (heading) yield focusable(heading);
  }
}

function searchFieldsIn(region: Element): Iterable<HTMLElement> {
  return region.querySelectorAll<HTMLElement>('search input[type="search"], :scope:is(search) input[type="search"]');
}

/** Elements with the same label: React rendered the control again. */
function successorsIn(part: Element, { tagName, ariaLabel }: Element): HTMLElement[] {
  if (ariaLabel === null) return [];
  return [...part.querySelectorAll<HTMLElement>(tagName)].filter((other) => other.ariaLabel === ariaLabel);
}

/** The button of the menu if the element was one; otherwise any control of the row. */
function sameControlsIn(row: Element, { ariaHasPopup }: Element): Iterable<HTMLElement> {
  return row.querySelectorAll<HTMLElement>(ariaHasPopup === null ? 'a, button, input' : 'button[aria-haspopup]');
}

function focusable(heading: HTMLElement): HTMLElement {
  if (!heading.hasAttribute('tabindex')) {
    heading.tabIndex = -1;
    heading.addEventListener('blur', () => heading.removeAttribute('tabindex'), { once: true });
  }
  return heading;
}
