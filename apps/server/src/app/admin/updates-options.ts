import type { Arguments } from '../../features/admin-command.ts';
import { FeedError, signFeed } from '../../features/updates/index.ts';
import { StartError } from '../../platform/start-error.ts';
import { textOf } from './option-values.ts';

const dayMilliseconds = 24 * 3_600_000;
const defaultDays = 90;

/** What `updates sign` signs. @throws StartError for a number of days that is not valid; `signFeed` checks the rest */
export function readFeed(
  options: Arguments['options'],
  { notes, now }: { readonly notes: string; readonly now: Date },
): Parameters<typeof signFeed>[0] {
  // as core reads it
  const issuedAt = new Date(Math.floor(now.getTime() / 1000) * 1000);
  return {
    issuedAt,
    expiresAt: new Date(issuedAt.getTime() + readDays(textOf(options, 'valid-days')) * dayMilliseconds),
    release: {
      version: textOf(options, 'version') ?? '',
      release_date: textOf(options, 'release-date') ?? now.toISOString().slice(0, 10),
      release_notes_url: textOf(options, 'notes-url') ?? '',
      update_url: textOf(options, 'update-url') ?? '',
      critical: options['critical'] === true,
      notes,
    },
  };
}

/** Signs the feed. @throws StartError if an option is not valid, or the key is none */
export async function signGiven(feed: Parameters<typeof signFeed>[0], privateKey: string): Promise<string> {
  try {
    return await signFeed(feed, privateKey);
  } catch (error) {
    if (error instanceof FeedError) throw new StartError(`The feed is not valid: ${error.detail}.`);
    throw error;
  }
}

function readDays(text: string | undefined): number {
  if (text === undefined) return defaultDays;
  const days = /^\d{1,4}$/.test(text) ? Number(text) : 0;
  if (days < 1 || days > 3_650) throw new StartError('--valid-days is a number from 1 to 3650.');
  return days;
}
