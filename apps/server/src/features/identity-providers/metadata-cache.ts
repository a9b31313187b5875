import type { ServerMetadata } from 'openid-client';
import type { Clock } from '../../ports/clock.ts';

type Metadata = Readonly<ServerMetadata>;

/** What providers support, per address. A copy that each process may lose at any time. */
export interface MetadataCache {
  /** Calls that wait for the same address share one request. */
  get(baseUrl: string): Promise<Metadata>;
  /** Whether `get` resolves without a request. */
  has(baseUrl: string): boolean;
}

const validMilliseconds = 10 * 60_000;
/** So that visits of the sign-in page do not call a provider that is down for each of them. */
const failedMilliseconds = 5_000;
const maxEntries = 50;

interface Entry {
  readonly metadata: Promise<Metadata>;
  isRead: boolean;
  validUntil: number;
}

export function createMetadataCache(clock: Clock, discover: (baseUrl: string) => Promise<Metadata>): MetadataCache {
  const entries = new Map<string, Entry>();
  return {
    get(baseUrl) {
      const now = clock.elapsedMilliseconds();
      const found = entries.get(baseUrl);
      if (found && now < found.validUntil) return found.metadata;
      const entry: Entry = { metadata: discover(baseUrl), isRead: false, validUntil: now + validMilliseconds };
      entry.metadata.then(
        () => {
          entry.isRead = true;
        },
        () => {
          entry.validUntil = clock.elapsedMilliseconds() + failedMilliseconds;
        },
      );
      entries.delete(baseUrl);
      entries.set(baseUrl, entry);
      const [oldest] = entries.keys();
      if (entries.size > maxEntries && oldest !== undefined) entries.delete(oldest);
      return entry.metadata;
    },
    has(baseUrl) {
      const found = entries.get(baseUrl);
      return found?.isRead === true && clock.elapsedMilliseconds() < found.validUntil;
    },
  };
}
