import type { Session } from './edge.queries.ts';

const key = 'gatewarden.unsaved-codes';

/** Remembers in this tab that the account has recovery codes that were shown but not saved. */
export function noteUnsavedCodes({ user }: Session): void {
  try {
    sessionStorage.setItem(key, user.login);
  } catch {
    // not available: the page cannot tell after a reload
  }
}

export function forgetUnsavedCodes(): void {
  try {
    sessionStorage.removeItem(key);
  } catch {
    // as above
  }
}

export function hasUnsavedCodes({ user }: Session): boolean {
  try {
    return sessionStorage.getItem(key) === user.login;
  } catch {
    return false;
  }
}
