import { useNavigate } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useRef } from 'react';
import { useMe } from '../../features/auth/index.ts';
import { useEssentials } from '../../features/settings/index.ts';
import { useExtensions } from '../../modules/extensions.tsx';
import type { NavigationEntry } from '../../modules/module.ts';
import { navigationOf } from './navigation.ts';
import { openPalette } from './open-palette.ts';

/** Key after `g` for a page. */
const letters: Readonly<Record<string, string>> = {
  '/home': 'h',
  '/overview': 'o',
  '/locations': 'l',
  '/users': 'u',
  '/groups': 'g',
  '/activity': 'a',
  '/settings': 's',
};
/** Time for the second key. */
const sequenceMilliseconds = 1_000;

interface PageShortcut {
  key: string;
  entry: NavigationEntry;
}

/** Pages that the user can open, each with the key that opens it after `g`. */
export function usePageShortcuts(): PageShortcut[] {
  const { is_admin } = useMe();
  const essentials = useEssentials();
  const { navigation } = useExtensions();
  const entries = is_admin ? navigationOf(navigation, essentials).flatMap(({ entries }) => entries) : [];
  return entries.flatMap((entry) => {
    const key = letters[entry.to];
    return key === undefined ? [] : [{ key, entry }];
  });
}

/** `/` goes to the search field of the page, or opens the palette; `g` and a letter opens a page. */
export function useGlobalKeys(): void {
  const navigate = useNavigate();
  const pages = usePageShortcuts();
  const pressedAt = useRef(Number.NEGATIVE_INFINITY);
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isOccupied(event.target)) return;
    const page = pages.find(({ key }) => key === event.key);
    const follows = event.timeStamp - pressedAt.current < sequenceMilliseconds;
    pressedAt.current = event.key === 'g' && !follows ? event.timeStamp : Number.NEGATIVE_INFINITY;
    if (follows && page) {
      event.preventDefault();
      void navigate({ to: page.entry.to });
    } else if (event.key === '/') {
      event.preventDefault();
      const field = document.querySelector<HTMLInputElement>('main input[type="search"]');
      if (field) field.focus();
      else openPalette();
    }
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => press(event);
    document.addEventListener('keydown', listener);
    return () => document.removeEventListener('keydown', listener);
  }, []);
}

/** The key is typed into a field or belongs to an open dialog. */
function isOccupied(target: EventTarget | null): boolean {
  return (
    (target instanceof Element && target.closest('input, textarea, select, [contenteditable="true"]') !== null) ||
    document.querySelector('[aria-modal="true"]') !== null
  );
}
