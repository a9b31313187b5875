import { type SignInSearch, signInSearch } from './sign-in-search.ts';

const key = 'gatewarden.requested-page';

/** Remembers what sign-in was asked for, in this tab, while the browser is at a provider. */
export function storeRequestedPage(search: SignInSearch): void {
  try {
    sessionStorage.setItem(key, JSON.stringify(search));
  } catch {
    // without storage, the start page is opened
  }
}

/** Reads and removes it. */
export function takeRequestedPage(): SignInSearch {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(key) ?? '{}');
    sessionStorage.removeItem(key);
    return signInSearch(stored as Parameters<typeof signInSearch>[0]);
  } catch {
    return {};
  }
}
