import { type LinkProps, useLocation, useNavigate } from '@tanstack/react-router';
import type { ParseKeys } from 'i18next';
import { useEffect, useEffectEvent, useRef } from 'react';
import { useMe } from '../../features/auth/index.ts';
import { useEssentials } from '../../features/settings/index.ts';
import { useExtensions } from '../../modules/extensions.tsx';
import { navigationOf } from './navigation.ts';
import { openCreateMenu, openPalette } from './open-palette.ts';
import { useEntries } from './use-entry-items.tsx';

/** Key after `g` for a page. */
const letters: Readonly<Record<string, string>> = {
  '/home': 'h',
  '/overview': 'o',
  '/locations': 'l',
  '/devices': 'd',
  '/users': 'u',
  '/groups': 'g',
  '/activity': 'a',
  '/settings': 's',
  '/me': 'p',
};
/** Time for the second key. */
const sequenceMilliseconds = 1_000;

interface PageShortcut {
  readonly key: string;
  readonly to: NonNullable<LinkProps['to']>;
  readonly label: ParseKeys<'common'>;
}

/** Pages that the user can open, each with the key that opens it after `g`. */
export function usePageShortcuts(): PageShortcut[] {
  const { is_admin } = useMe();
  const essentials = useEssentials();
  const { navigation } = useExtensions();
  const entries = is_admin ? navigationOf(navigation, essentials).flatMap(({ entries }) => entries) : [];
  const pages = [...entries, { to: '/me', label: 'shell.profile' } as const];
  return pages.flatMap(({ to, label }) => {
    const key = letters[to];
    return key === undefined ? [] : [{ key, to, label }];
  });
}

/**
 * `/` goes to the search field of the page, or opens the palette; `c` creates an object of the list, or opens the menu of
 * what can be created; `g` and a letter opens a page. The letter after `g` is for nothing else, such as the keys of lists.
 */
export function useGlobalKeys(): void {
  const navigate = useNavigate();
  const path = useLocation({ select: ({ pathname }) => pathname });
  const pages = usePageShortcuts();
  const entries = useEntries();
  const pressedAt = useRef(Number.NEGATIVE_INFINITY);
  const create = () => {
    const entry = entries.find(({ createsOn }) => createsOn?.includes(path));
    if (entry) void navigate(entry.link as never);
    else openCreateMenu();
  };
  const search = () => {
    const field = document.querySelector<HTMLInputElement>('main input[type="search"]');
    if (field) field.focus();
    else openPalette();
  };
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing || isOccupied(event.target)) return;
    const { key, timeStamp } = event;
    const follows = timeStamp - pressedAt.current < sequenceMilliseconds && /^[a-z]$/i.test(key);
    pressedAt.current = key === 'g' && !follows ? timeStamp : Number.NEGATIVE_INFINITY;
    const page = pages.find((each) => each.key === key);
    const act = follows ? () => page && void navigate({ to: page.to }) : { '/': search, c: create }[key];
    if (!act) return;
    event.preventDefault();
    event.stopPropagation();
    act();
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => press(event);
    // before the keys of lists
    document.addEventListener('keydown', listener, { capture: true });
    return () => document.removeEventListener('keydown', listener, { capture: true });
  }, []);
}

/** The key is typed into a field or belongs to an open dialog. */
function isOccupied(target: EventTarget | null): boolean {
  return (
    (target instanceof Element && target.closest('input, textarea, select, [contenteditable="true"]') !== null) ||
    document.querySelector('[aria-modal="true"]') !== null
  );
}
