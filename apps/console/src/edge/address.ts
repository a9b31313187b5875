import { useSyncExternalStore } from 'react';

const listeners = new Set<() => void>();

/** Opens another page of the edge without loading it again. */
export function go(path: string, { replace = false } = {}): void {
  if (replace) window.history.replaceState(null, '', path);
  else window.history.pushState(null, '', path);
  for (const listener of listeners) listener();
}

/** Path and query of the page. */
export function useAddress(): { readonly path: string; readonly search: URLSearchParams } {
  const href = useSyncExternalStore(subscribe, () => window.location.href);
  const { pathname, searchParams } = new URL(href);
  return { path: pathname.replace(/\/+$/, '') || '/', search: searchParams };
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener('popstate', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('popstate', listener);
  };
}
