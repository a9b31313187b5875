import { DomainError } from '@gatewarden/contract/errors';
import DataLoader from 'dataloader';
import { runAsSystem } from '../limits/work-owner.ts';

/** One statement for that many takes some milliseconds. */
const maxKeys = 100;
/** More fail with `database_busy`, as when the queue for connections is full. */
const maxWaiting = 1_000;

/**
 * Returns a function that reads what belongs to a key. Keys that are requested while a statement runs are read together
 * by the next one, because sending a statement costs more than reading one more key. So the result is never older than
 * the request, and a single request does not wait. If a statement fails, all requests that share it do.
 * @param read resolves with the results by key; keys without one are missing
 * @throws database_busy when 1,000 requests wait
 */
export function shareReads<Row>(
  read: (keys: readonly string[]) => Promise<ReadonlyMap<string, Row>>,
): (key: string) => Promise<Row | undefined> {
  /** The last statement that runs or is to run. */
  let last: Promise<unknown> = Promise.resolve();
  let reading: Promise<unknown> | undefined;
  let waiting = 0;
  const readTogether = async (keys: readonly string[]) => {
    // not on behalf of the one who came first
    const rows = runAsSystem(() => read([...new Set(keys)]));
    reading = rows.catch(() => undefined);
    const found = await rows;
    return keys.map((key) => found.get(key));
  };
  const loader = new DataLoader<string, Row | undefined>(readTogether, {
    cache: false,
    maxBatchSize: maxKeys,
    batchScheduleFn(run) {
      last = last.then(() => {
        run();
        return reading;
      });
    },
  });
  return async (key) => {
    if (waiting >= maxWaiting) throw new DomainError('database_busy');
    waiting += 1;
    try {
      return await loader.load(key);
    } finally {
      waiting -= 1;
    }
  };
}
