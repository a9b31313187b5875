import { type MouseEvent, type RefObject, useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';
import { rowHeightPixels } from '../theme/tokens.ts';
import { listKeyOf } from './list-keys.ts';
import type { ListTable } from './use-list-table.ts';

interface Options<Item> {
  table: ListTable<Item>;
  getId: (item: Item) => string;
  selectable: boolean;
  /** Opens or closes the summary of the row beside the list. */
  onPeek: ((id: string) => void) | undefined;
  onEdit: ((id: string) => void) | undefined;
  /** Keys act only if rows open something. */
  enabled: boolean;
}

export interface RowNavigation {
  /** Around the rows. */
  readonly list: RefObject<HTMLDivElement | null>;
  /** The row in the tab order. */
  readonly current: string | undefined;
  /** Focuses the link of a row, which is scrolled into view. */
  readonly moveTo: (index: number) => void;
  readonly onClick: (event: MouseEvent<HTMLElement>) => void;
  readonly onFocus: (event: { target: EventTarget }) => void;
}

/** Moves between rows with keys, with one row in the tab order; a click on a row opens its link. */
export function useRowNavigation<Item>(options: Options<Item>): RowNavigation {
  const { table, getId, selectable, onPeek, onEdit, enabled } = options;
  const { rows, toggle } = table;
  const list = useRef<HTMLDivElement>(null);
  const [current, setCurrent] = useState<string>();

  const moveTo = useCallback(
    (index: number) => {
      const item = rows[index];
      if (item === undefined || !list.current) return;
      setCurrent(getId(item));
      focusRow(list.current, index);
    },
    [rows, getId],
  );

  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    const action = listKeyOf(event, list.current);
    if (!action || rows.length === 0) return;
    const index = current === undefined ? -1 : rows.findIndex((item) => getId(item) === current);
    const isCurrent = index >= 0 && current !== undefined;
    if (action === 'next') moveTo(Math.min(index + 1, rows.length - 1));
    else if (action === 'previous') moveTo(Math.max(index - 1, 0));
    else if (action === 'first') moveTo(0);
    else if (action === 'last') moveTo(rows.length - 1);
    else if (!isCurrent) return;
    else if (action === 'select' && selectable) toggle(current, event.shiftKey);
    else if (action === 'peek' && onPeek) onPeek(current);
    else if (action === 'edit' && onEdit) onEdit(current);
    else return;
    event.preventDefault();
  });
  useEffect(() => {
    if (!enabled) return;
    const listening = new AbortController();
    document.addEventListener('keydown', onKeyDown, { signal: listening.signal });
    return () => listening.abort();
  }, [enabled]);

  const onFocus = useCallback(({ target }: { target: EventTarget }) => {
    const id = target instanceof Element ? target.closest<HTMLElement>('[data-row]')?.dataset['row'] : undefined;
    if (id !== undefined) setCurrent(id);
  }, []);
  return { list, current, moveTo, onClick: openRow, onFocus };
}

/** Elements in a row that do something else when they are clicked. */
const controls = 'a, button, input, label, select, textarea, [role="menu"], [role="dialog"]';

/** A click beside the controls of a row follows its link; with a modifier in another tab, as the link does. */
function openRow(event: MouseEvent<HTMLElement>): void {
  const { target, button, ctrlKey, metaKey } = event;
  if (!(target instanceof Element) || button > 1 || target.closest(controls)) return;
  // menus and dialogs of a row are elsewhere in the document, but their clicks arrive here
  if (!event.currentTarget.contains(target) || getSelection()?.toString()) return;
  const link = linkOf(target.closest('[data-row]'));
  if (!link) return;
  if (button === 1 || ctrlKey || metaKey) window.open(link.href, '_blank', 'noopener');
  else link.click();
}

function linkOf(row: Element | null): HTMLAnchorElement | null {
  return row?.querySelector<HTMLAnchorElement>('[data-title="true"] a') ?? null;
}

/** Rows outside of the window are rendered after it has scrolled there. */
function focusRow(list: HTMLElement, index: number): void {
  const find = () => linkOf(list.querySelector(`[data-index="${index}"]`));
  const focus = (link: HTMLElement) => {
    link.focus({ preventScroll: true });
    link.closest('[data-row]')?.scrollIntoView({ block: 'nearest' });
  };
  const link = find();
  if (link) {
    focus(link);
    return;
  }
  const top = list.getBoundingClientRect().top + window.scrollY;
  const onScrolled = () => {
    const found = find();
    if (found) focus(found);
  };
  const before = window.scrollY;
  window.scrollTo({ top: Math.max(0, top + index * rowHeightPixels - window.innerHeight / 2) });
  // without a movement there is no event, and a later one would take the focus
  if (window.scrollY === before) requestAnimationFrame(onScrolled);
  else window.addEventListener('scroll', () => requestAnimationFrame(onScrolled), { once: true, passive: true });
}
