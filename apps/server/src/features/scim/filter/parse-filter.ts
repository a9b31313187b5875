import { createTokenReader, type FilterValue, type TokenReader } from './token-reader.ts';

export const operators = ['eq', 'ne', 'co', 'sw', 'ew', 'gt', 'ge', 'lt', 'le'] as const;
export type Operator = (typeof operators)[number];

/** An attribute in lower case: `{ name: 'name', sub: 'givenname' }`. */
export interface AttributePath {
  /** The URN before it, in lower case; undefined if there is none. */
  readonly schema: string | undefined;
  readonly name: string;
  readonly sub: string | undefined;
}

/** A parsed filter. `where` is `emails[type eq "work"]`: an item of the attribute satisfies the filter. */
export type Filter =
  | { readonly kind: 'and' | 'or'; readonly parts: readonly Filter[] }
  | { readonly kind: 'not'; readonly filter: Filter }
  | { readonly kind: 'where'; readonly path: AttributePath; readonly filter: Filter }
  | { readonly kind: 'present'; readonly path: AttributePath }
  | {
      readonly kind: 'compare';
      readonly path: AttributePath;
      readonly operator: Operator;
      readonly value: FilterValue;
    };

/** `emails[type eq "work"].value`: the target of an operation of PATCH. */
export interface PatchPath {
  readonly path: AttributePath;
  readonly filter: Filter | undefined;
}

const maxFilterLength = 4_096;
const maxDepth = 16;
const maxTerms = 200;
/** Each item of an attribute is compared, for each operation of a request. */
const maxItemTerms = 10;

/**
 * Parses a filter of RFC 7644 §3.4.2.2 in linear time.
 * @throws ScimError invalidFilter for a wrong one, for more than 4 096 characters, 16 levels or 200 comparisons
 */
export function parseFilter(text: string): Filter {
  const tokens = createTokenReader(text, maxFilterLength, 'invalidFilter');
  const filter = createParser(tokens, maxTerms).parseOr(0);
  tokens.requireEnd();
  return filter;
}

/**
 * Parses a path of RFC 7644 §3.5.2 whose filter chooses items.
 * @throws ScimError invalidPath for a wrong one, or one with more than 10 comparisons
 */
export function parsePatchPath(text: string): PatchPath {
  return parsePath(text, maxItemTerms);
}

/** As `parsePatchPath`, for a filter that lists the ids of members: up to 200, as no member is compared with it. */
export function parseMemberPath(text: string): PatchPath {
  return parsePath(text, maxTerms);
}

function parsePath(text: string, maxPathTerms: number): PatchPath {
  const tokens = createTokenReader(text, maxFilterLength, 'invalidPath');
  const path = readPath(tokens);
  if (!tokens.skip('[')) {
    tokens.requireEnd();
    return { path, filter: undefined };
  }
  const filter = createParser(tokens, maxPathTerms).parseOr(1);
  if (!tokens.skip(']')) tokens.refuse('expected "]"');
  const sub = tokens.takeSub();
  tokens.requireEnd();
  return { path: { ...path, sub }, filter };
}

function createParser(tokens: TokenReader, limit: number) {
  let terms = 0;

  function parseOr(depth: number): Filter {
    return combine('or', () => combine('and', () => parseTerm(depth)));
  }

  // as a list: a chain of a hundred terms is not a hundred levels of SQL
  function combine(word: 'and' | 'or', parsePart: () => Filter): Filter {
    const first = parsePart();
    if (!tokens.skipWord(word)) return first;
    const parts = [first, parsePart()];
    while (tokens.skipWord(word)) parts.push(parsePart());
    return { kind: word, parts };
  }

  function nested(open: string, close: string, depth: number): Filter {
    if (!tokens.skip(open)) tokens.refuse(`expected "${open}"`);
    if (depth >= maxDepth) tokens.refuse(`more than ${maxDepth} levels`);
    const filter = parseOr(depth + 1);
    if (!tokens.skip(close)) tokens.refuse(`expected "${close}"`);
    return filter;
  }

  function parseTerm(depth: number): Filter {
    terms += 1;
    if (terms > limit) tokens.refuse(`more than ${limit} comparisons`);
    if (tokens.isNext('(')) return nested('(', ')', depth);
    if (tokens.skipWord('not')) return { kind: 'not', filter: nested('(', ')', depth) };
    const path = readPath(tokens);
    if (tokens.isNext('[')) return { kind: 'where', path, filter: nested('[', ']', depth) };
    const word = tokens.takeWord().toLowerCase();
    if (word === 'pr') return { kind: 'present', path };
    const operator = operators.find((known) => known === word);
    if (!operator) return tokens.refuse(`unknown operator "${word.slice(0, 40)}"`);
    return { kind: 'compare', path, operator, value: tokens.takeValue() };
  }

  return { parseOr };
}

function readPath(tokens: TokenReader): AttributePath {
  const word = tokens.takeWord();
  const path = toAttributePath(word);
  return path ?? tokens.refuse(`"${word.slice(0, 200)}" is not an attribute`);
}

/** Undefined if the text is not the name of an attribute. */
export function toAttributePath(text: string): AttributePath | undefined {
  const at = text.lastIndexOf(':');
  const schema = at < 0 ? undefined : text.slice(0, at).toLowerCase();
  const [name = '', sub, ...more] = text.slice(at + 1).split('.', 3);
  const isName = (part: string) => /^[A-Za-z$][\w$-]*$/.test(part);
  if (!isName(name) || (sub !== undefined && !isName(sub)) || more.length > 0) return undefined;
  return { schema, name: name.toLowerCase(), sub: sub?.toLowerCase() };
}
