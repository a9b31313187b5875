import { isDeepStrictEqual } from 'node:util';
import { DomainError } from '@gatewarden/contract/errors';
import type { Settings } from '@gatewarden/contract/settings';
import { UnavailableSettings } from '@gatewarden/contract/unavailable.settings';

const unavailable = Object.keys(UnavailableSettings.shape) as (keyof Settings)[];

/**
 * Refuses another value for a setting whose feature does not exist yet: it would have no effect. Accepts the current
 * value, because clients send back what they read; an empty text and null are the same.
 * @throws setting_unavailable
 */
export function requireAvailable(changes: Partial<Settings>, stored: Settings): void {
  for (const field of unavailable) {
    const value = changes[field];
    if (value === undefined || value === null) continue;
    if (!isDeepStrictEqual(value || null, stored[field] || null))
      throw new DomainError('setting_unavailable', { field });
  }
}

/** The changes without those settings. */
export function omitUnavailable(changes: Partial<Settings>): Partial<Settings> {
  return Object.fromEntries(Object.entries(changes).filter(([name]) => !unavailable.includes(name as keyof Settings)));
}
