import { useSyncExternalStore } from 'react';

/** `create`: only what can be created. */
export type PaletteState = 'closed' | 'search' | 'create';

const listeners = new Set<() => void>();
let state: PaletteState = 'closed';

/** Keys that the field handles itself, instead of the browser. */
export type FieldKey = 'ArrowDown' | 'ArrowUp' | 'Enter';

interface PendingInput {
  readonly text: string;
  readonly keys: readonly FieldKey[];
}

const noInput: PendingInput = { text: '', keys: [] };

/** What the user typed before the field of the palette could take it. */
let pending = noInput;

function set(next: PaletteState): void {
  state = next;
  pending = noInput;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

export function usePaletteState(): PaletteState {
  return useSyncExternalStore(subscribe, () => state);
}

/** Text that is typed after a key means that the user goes on with the query. */
export function setPendingText(text: string): void {
  pending = { text, keys: [] };
}

export function addPendingKey(key: FieldKey): void {
  pending = { ...pending, keys: [...pending.keys, key] };
}

export function takePendingInput(): PendingInput {
  const taken = pending;
  pending = noInput;
  return taken;
}

/** Opens the command palette from anywhere. */
export const openPalette = () => set('search');
export const openCreateMenu = () => set('create');
export const togglePalette = () => set(state === 'closed' ? 'search' : 'closed');
export const closePalette = () => set('closed');
