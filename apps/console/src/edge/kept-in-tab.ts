import type { Session } from './edge.queries.ts';

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
export function keptInTab({ user }: Session): Kept {
  try {
    const { login, ...kept } = JSON.parse(sessionStorage.getItem(storageKey) ?? '{}');
    return login === user.login ? { ...nothing, ...kept } : nothing;
  } catch {
    return nothing;
  }
}

export function keepInTab(session: Session, changes: Partial<Kept>): void {
  try {
    const kept = { login: session.user.login, ...keptInTab(session), ...changes };
    sessionStorage.setItem(storageKey, JSON.stringify(kept));
  } catch {
    // not available: a reload loses it
  }
}

const continuationKey = 'gatewarden.enrollment.continuation';
const characters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

/**
 * With what the session continues after the first credential, 190 random bits: kept before it is sent, so that the session continues
 * although the answer was lost, or the console gave it.
 */
export function newContinuation(): string {
  const kept = keptContinuation();
  if (kept !== undefined) return kept;
  let token = '';
  while (token.length < 32) {
    const [byte = 255] = crypto.getRandomValues(new Uint8Array(1));
    // all characters with the same probability
    if (byte < 4 * characters.length) token += characters[byte % characters.length];
  }
  try {
    sessionStorage.setItem(continuationKey, token);
  } catch {
    // not available: a lost answer ends the session
  }
  return token;
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
