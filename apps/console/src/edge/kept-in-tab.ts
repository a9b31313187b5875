import type { Session } from './edge.queries.ts';

interface Kept {
  /** As typed, until it is stored with the first credential. */
  readonly phone: string;
  /** Whether recovery codes were shown that the person has not saved. */
  readonly unsavedCodes: boolean;
}

const storageKey = 'gatewarden.enrollment';
const nothing: Kept = { phone: '', unsavedCodes: false };

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

export function clearKept(): void {
  try {
    sessionStorage.removeItem(storageKey);
  } catch {
    // nothing was kept
  }
}
