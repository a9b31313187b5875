import { toAttributePath } from '../filter/parse-filter.ts';
import { ScimError } from './scim-error.ts';

/** Which attributes an answer contains. */
export interface Projection {
  /** Whether an attribute of the resource is in the answer. */
  includes(name: string): boolean;
  apply<Resource extends object>(resource: Resource): object;
  /** Whether the client chose attributes. */
  readonly isChosen: boolean;
}

const maxLength = 4_096;
/** RFC 7644 §3.9: returned always. */
const always: readonly string[] = ['schemas', 'id'];

/**
 * Reads `attributes` and `excludedAttributes` (RFC 7644 §3.9): names with commas between them. Unknown names have no
 * effect.
 * @throws ScimError invalidValue
 */
export function readProjection(query: {
  readonly attributes?: string | undefined;
  readonly excludedAttributes?: string | undefined;
}): Projection {
  const included = readNames(query.attributes);
  const excluded = readNames(query.excludedAttributes);

  /** `part` is undefined for a whole attribute. */
  function isIncluded(name: string, part?: string): boolean {
    const full = part === undefined ? name : `${name}.${part}`;
    if (excluded?.has(name) || excluded?.has(full)) return false;
    if (!included) return true;
    const hasPart = part === undefined && [...included].some((wanted) => wanted.startsWith(`${name}.`));
    return included.has(name) || included.has(full) || hasPart;
  }

  function project(name: string, value: unknown): unknown {
    if (Array.isArray(value)) return value.map((item) => project(name, item));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).filter(([part]) => isIncluded(name, part.toLowerCase())));
  }

  const includes = (name: string) => always.includes(name) || isIncluded(name.toLowerCase());
  return {
    isChosen: included !== undefined || excluded !== undefined,
    includes,
    apply: (resource) =>
      Object.fromEntries(
        Object.entries(resource)
          .filter(([name]) => includes(name))
          .map(([name, value]) => [name, always.includes(name) ? value : project(name.toLowerCase(), value)]),
      ),
  };
}

function readNames(text: string | undefined): Set<string> | undefined {
  if (text === undefined || text === '') return undefined;
  if (text.length > maxLength) throw new ScimError('invalidValue', `At most ${maxLength} characters of attributes`);
  return new Set(
    text.split(',').flatMap((name) => {
      const path = toAttributePath(name.trim());
      if (!path) return [];
      return [path.sub === undefined ? path.name : `${path.name}.${path.sub}`];
    }),
  );
}
