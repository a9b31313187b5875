import type { SearchResult } from '@gatewarden/contract/search';

/** Something that was opened from the palette: the id of its item, and for an object what is needed to show it. */
export interface Recent {
  readonly id: string;
  readonly result?: SearchResult | undefined;
}

const prefix = 'gatewarden.recent.';
const maxRecents = 6;

/** Latest first, of this user in this browser. */
export function readRecents(userId: number): Recent[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(`${prefix}${userId}`) ?? '[]');
    return Array.isArray(stored) ? stored.filter((each): each is Recent => typeof each?.id === 'string') : [];
  } catch {
    return [];
  }
}

export function addRecent(userId: number, recent: Recent): void {
  const others = readRecents(userId).filter(({ id }) => id !== recent.id);
  try {
    const stored = { id: recent.id, result: recent.result && withoutDetails(recent.result) };
    localStorage.setItem(`${prefix}${userId}`, JSON.stringify([stored, ...others].slice(0, maxRecents)));
  } catch {
    // full or not allowed
  }
}

/** What shows it, and nothing that an attacker at the computer could use: the search finds the rest again. */
function withoutDetails(result: SearchResult): SearchResult {
  switch (result.kind) {
    case 'user':
      return { ...result, email: '' };
    case 'location':
    case 'network_device':
      return { ...result, address: [] };
    case 'gateway':
      return { ...result, ip: null };
    case 'device':
      return { ...result, address: [], public_key: null };
    default:
      return result;
  }
}

/** Of all users: another one may use this browser next. */
export function clearRecents(): void {
  for (const key of Object.keys(localStorage)) if (key.startsWith(prefix)) localStorage.removeItem(key);
}
