import { useSyncExternalStore } from 'react';
import { hasUnsavedInput } from './unsaved-input.ts';

const storageKey = 'gatewarden.reloaded';
const listeners = new Set<() => void>();
let isWaiting = false;

/** Whether the server has another version of the console, which only a reload can show. */
export function useNewVersion(): boolean {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    () => isWaiting,
  );
}

/**
 * Reloads the page if the server has another version of the console, whose files have other names. Once only, and never
 * while a form has input: then the user is asked. Returns whether the page reloads.
 */
export async function reloadForNewVersion(): Promise<boolean> {
  const entry = document.querySelector('script[type="module"][src]')?.getAttribute('src');
  if (!entry || !(await hasOtherEntry(entry))) return false;
  if (hasUnsavedInput() || !mayReload(entry)) {
    isWaiting = true;
    for (const listener of listeners) listener();
    return false;
  }
  window.location.reload();
  return true;
}

async function hasOtherEntry(entry: string): Promise<boolean> {
  try {
    const response = await fetch('/', { cache: 'no-store', headers: { accept: 'text/html' } });
    const page = response.ok ? await response.text() : '';
    // a proxy’s own page has no entry at all
    return page.includes('id="root"') && !page.includes(entry);
  } catch {
    return false;
  }
}

/** A page that reloads into the same version must not do so again. */
function mayReload(entry: string): boolean {
  try {
    if (sessionStorage.getItem(storageKey) === entry) return false;
    sessionStorage.setItem(storageKey, entry);
    return true;
  } catch {
    return false;
  }
}
