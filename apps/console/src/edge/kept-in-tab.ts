import { randomToken } from '../lib/random-token.ts';

interface SessionOfPerson {
  readonly user: { readonly login: string };
}

interface Kept {
  /** As typed, until it is stored with the first credential. */
  readonly phone: string;
  /** Whether recovery codes were shown that the person has not saved. */
  readonly unsavedCodes: boolean;
  /** The device whose configuration was shown and not saved; empty: none. */
  readonly unsavedDevice: string;
}

const storageKey = 'gatewarden.enrollment';
const nothing: Kept = { phone: '', unsavedCodes: false, unsavedDevice: '' };

/** What a reload would lose, of the person with this session. */
export function keptInTab({ user }: SessionOfPerson): Kept {
  try {
    const { login, ...kept } = JSON.parse(sessionStorage.getItem(storageKey) ?? '{}');
    return login === user.login ? { ...nothing, ...kept } : nothing;
  } catch {
    return nothing;
  }
}

export function keepInTab(session: SessionOfPerson, changes: Partial<Kept>): void {
  try {
    const kept = { login: session.user.login, ...keptInTab(session), ...changes };
    sessionStorage.setItem(storageKey, JSON.stringify(kept));
  } catch {
    // not available: a reload loses it
  }
}

const continuationKey = 'gatewarden.enrollment.continuation';
/**
 * With what the session continues after the first credential, kept before it is sent: so it continues although the answer was
 * lost.
 */
export function newContinuation(): string {
  const kept = keptContinuation();
  if (kept !== undefined) return kept;
  const token = randomToken();
  keepContinuation(token);
  return token;
}

function keepContinuation(token: string): void {
  try {
    sessionStorage.setItem(continuationKey, token);
  } catch {
    // not available: a lost answer ends the session
  }
}

/** That of the console, which created the passkey, is in the fragment of the address to which it returns. */
export function takeContinuationOfAddress(): void {
  const { hash, pathname, search } = window.location;
  if (!/^#[0-9A-Za-z]{32}$/.test(hash)) return;
  keepContinuation(hash.slice(1));
  window.history.replaceState(null, '', `${pathname}${search}`);
}

export function keptContinuation(): string | undefined {
  try {
    return sessionStorage.getItem(continuationKey) ?? undefined;
  } catch {
    return undefined;
  }
}

/** When it was used, and when another session begins. */
export function clearContinuation(): void {
  try {
    sessionStorage.removeItem(continuationKey);
  } catch {
    // nothing was kept
  }
}

export function clearKept(): void {
  try {
    sessionStorage.removeItem(storageKey);
  } catch {
    // nothing was kept
  }
}
