import { useSyncExternalStore } from 'react';

/** `create`: only what can be created. */
export type PaletteState = 'closed' | 'search' | 'create';

const listeners = new Set<() => void>();
let state: PaletteState = 'closed';

/** What the user typed before the code of the palette had loaded. */
let typedAhead = '';

function set(next: PaletteState): void {
  state = next;
  typedAhead = '';
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

export function usePaletteState(): PaletteState {
  return useSyncExternalStore(subscribe, () => state);
}

export const pendingQuery = () => typedAhead;

export function setPendingQuery(query: string): void {
  typedAhead = query;
}

/** Opens the command palette from anywhere. */
export const openPalette = () => set('search');
export const openCreateMenu = () => set('create');
export const togglePalette = () => set(state === 'closed' ? 'search' : 'closed');
export const closePalette = () => set('closed');
