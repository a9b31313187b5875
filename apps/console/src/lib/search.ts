import type { SearchSchemaInput } from '@tanstack/react-router';

/** Returns the value of a search parameter, or undefined if it is not valid. */
type Reader<Value> = (raw: unknown) => Value | undefined;
type Values<Readers> = {
  [Name in keyof Readers]?: Readers[Name] extends Reader<infer Value> ? Value | undefined : never;
};

/**
 * Reads the search parameters of a route. Unknown and invalid parameters are dropped: addresses are also typed
 * manually, and bookmarks outlive versions.
 */
export function searchOf<const Readers extends Record<string, Reader<unknown>>>(readers: Readers) {
  return (search: Values<Readers> & SearchSchemaInput): Values<Readers> => {
    const raw: Record<string, unknown> = search;
    const read = Object.entries(readers).map(([name, reader]) => [name, reader(raw[name])] as const);
    return Object.fromEntries(read.filter(([, value]) => value !== undefined)) as Values<Readers>;
  };
}

/** A text of at most `maxCharacters`. The router parses `?q=12` as a number. */
export const text =
  (maxCharacters: number): Reader<string> =>
  (raw) => {
    if (typeof raw !== 'string' && typeof raw !== 'number' && typeof raw !== 'boolean') return undefined;
    const value = String(raw);
    return value.length <= maxCharacters ? value : undefined;
  };

/** A list of texts; one value counts as a list of one. */
export const texts =
  (maxCharacters: number, maxCount: number): Reader<string[]> =>
  (raw) => {
    const values = (Array.isArray(raw) ? raw : [raw]).map(text(maxCharacters));
    const known = values.filter((value) => value !== undefined);
    return known.length > 0 && known.length === values.length && known.length <= maxCount ? known : undefined;
  };

export const oneOf =
  <const Value>(values: readonly Value[]): Reader<Value> =>
  (raw) =>
    values.find((value) => value === raw);

export const flag: Reader<boolean> = (raw) => (typeof raw === 'boolean' ? raw : undefined);

/** A whole number from 1 on. */
export const count: Reader<number> = (raw) => {
  const value = typeof raw === 'string' && raw !== '' ? Number(raw) : raw;
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 1 ? value : undefined;
};

const instantPattern = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2})$/;

/** RFC 3339 with a zone. */
export const instant: Reader<string> = (raw) =>
  typeof raw === 'string' && instantPattern.test(raw) && !Number.isNaN(Date.parse(raw)) ? raw : undefined;
