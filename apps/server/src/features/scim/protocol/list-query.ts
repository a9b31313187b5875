import { type Filter, parseFilter, toAttributePath } from '../filter/parse-filter.ts';
import { maxCount } from './discovery.ts';
import { type Projection, readProjection } from './projection.ts';
import { ScimError } from './scim-error.ts';

/** The parameters of a list (RFC 7644 §3.4.2). */
export interface ListQuery {
  readonly filter: Filter | undefined;
  /** The path of an attribute in lower case, known or not; undefined: no order was chosen. */
  readonly sortBy: string | undefined;
  readonly isDescending: boolean;
  /** From 1. */
  readonly startIndex: number;
  readonly count: number;
  readonly projection: Projection;
}

const defaultCount = 100;
/** More resources than any instance has. */
const maxStartIndex = 10_000_000;

/** A parameter that is repeated counts once. @throws ScimError invalidFilter, invalidValue */
export function readListQuery(query: Readonly<Record<string, unknown>>): ListQuery {
  const text = (name: string) => readParameter(query, name);
  const filter = text('filter');
  const sortBy = text('sortBy');
  const path = sortBy === undefined ? undefined : toAttributePath(sortBy);
  return {
    filter: filter === undefined ? undefined : parseFilter(filter),
    sortBy: path && (path.sub === undefined ? path.name : `${path.name}.${path.sub}`),
    isDescending: text('sortOrder')?.toLowerCase() === 'descending',
    startIndex: readInteger(text('startIndex'), { fallback: 1, min: 1, max: maxStartIndex }),
    count: readInteger(text('count'), { fallback: defaultCount, min: 0, max: maxCount }),
    projection: projectionOf(query),
  };
}

/** @throws ScimError invalidValue */
export function projectionOf(query: Readonly<Record<string, unknown>>): Projection {
  return readProjection({
    attributes: readParameter(query, 'attributes'),
    excludedAttributes: readParameter(query, 'excludedAttributes'),
  });
}

/** Names of parameters are in any case. An empty one counts as absent. */
function readParameter(query: Readonly<Record<string, unknown>>, name: string): string | undefined {
  const wanted = name.toLowerCase();
  const value = Object.entries(query).find(([sent]) => sent.toLowerCase() === wanted)?.[1];
  const [first] = Array.isArray(value) ? value : [value];
  return typeof first === 'string' && first !== '' ? first : undefined;
}

function readInteger(
  text: string | undefined,
  { fallback, min, max }: { readonly fallback: number; readonly min: number; readonly max: number },
): number {
  if (text === undefined) return fallback;
  if (!/^-?\d{1,15}$/.test(text)) throw new ScimError('invalidValue', 'startIndex and count have to be integers');
  return Math.min(max, Math.max(min, Number(text)));
}
