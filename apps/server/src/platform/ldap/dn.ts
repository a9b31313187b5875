import { attributePattern } from './attribute-name.ts';

interface Pair {
  readonly type: string;
  /** Without escapes. */
  readonly value: string;
}
/** Usually one pair; `cn=A+ou=B` has two. */
type Rdn = readonly Pair[];

const maxLength = 2048;
const maxRdns = 64;

/** The text is not a distinguished name. The message contains nothing of the text. */
export class DnSyntaxError extends Error {}

/**
 * A distinguished name (RFC 4514). There is no way to make one from a text with values in it: names are parsed as a
 * whole, or made from a parent and a value, which is escaped.
 */
export class Dn {
  readonly #rdns: readonly Rdn[];

  private constructor(rdns: readonly Rdn[]) {
    this.#rdns = rdns;
  }

  /** @throws DnSyntaxError, also for the empty name */
  static parse(text: string): Dn {
    if (text.length > maxLength) throw new DnSyntaxError('the name is too long');
    const rdns = splitUnescaped(text, ',').map((rdn) => splitUnescaped(rdn, '+').map(parsePair));
    if (rdns.length > maxRdns) throw new DnSyntaxError('the name has too many parts');
    return new Dn(rdns);
  }

  /** The name of an entry below this one. @throws DnSyntaxError if the type is not that of an attribute */
  child(type: string, value: string): Dn {
    if (!attributePattern.test(type)) throw new DnSyntaxError('the name of an attribute is invalid');
    return new Dn([[{ type, value }], ...this.#rdns]);
  }

  /** The name of the same entry with another first part. @throws DnSyntaxError if the type is not that of an attribute */
  renamed(type: string, value: string): Dn {
    return new Dn(this.#rdns.slice(1)).child(type, value);
  }

  /** The name without its parents, RFC 4514. */
  get firstPart(): string {
    return formatRdns(this.#rdns.slice(0, 1), (pair) => pair);
  }

  /** The value of the type in the first part, which is compared without case; undefined if it has none. */
  firstValue(type: string): string | undefined {
    return this.#rdns[0]?.find((pair) => pair.type.toLowerCase() === type.toLowerCase())?.value;
  }

  /** Values of all parts of a type, in order. */
  valuesOf(type: string): string[] {
    const isOfType = (pair: Pair) => pair.type.toLowerCase() === type.toLowerCase();
    return this.#rdns.flatMap((rdn) => rdn.filter(isOfType).map(({ value }) => value));
  }

  /** The suffix that contains the name: its trailing `dc` parts (RFC 2247), or its last part. */
  get suffix(): Dn {
    const isDomain = (rdn: Rdn) => rdn.every(({ type }) => type.toLowerCase() === 'dc');
    const last = this.#rdns.findLastIndex((rdn) => !isDomain(rdn));
    return new Dn(this.#rdns.slice(Math.min(last + 1, this.#rdns.length - 1)));
  }

  /** Equal for two spellings of the same name: ignores case, blanks around parts and how characters are escaped. */
  get key(): string {
    return formatRdns(this.#rdns, ({ type, value }) => ({ type: type.toLowerCase(), value: value.toLowerCase() }));
  }

  /** The text of RFC 4514. */
  toString(): string {
    return formatRdns(this.#rdns, (pair) => pair);
  }
}

function formatRdns(rdns: readonly Rdn[], convert: (pair: Pair) => Pair): string {
  const formatPair = (pair: Pair) => {
    const { type, value } = convert(pair);
    return `${type}=${escapeDnValue(value)}`;
  };
  return rdns.map((rdn) => rdn.map(formatPair).join('+')).join(',');
}

/** RFC 4514 §2.4. Every control character is escaped as well. */
function escapeDnValue(value: string): string {
  return (
    value
      .replace(/["+,;<>\\=]/g, '\\$&')
      // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is escaped
      .replace(/[\u0000-\u001f\u007f]/g, (control) => `\\${control.charCodeAt(0).toString(16).padStart(2, '0')}`)
      .replace(/^[ #]/, '\\$&')
      // a single blank is already escaped
      .replace(/(?<!^\\) $/, '\\ ')
  );
}

/** Splits at a separator that no backslash precedes; RFC 2253 quoted values are not supported. */
function splitUnescaped(text: string, separator: string): string[] {
  const parts: string[] = [];
  let start = 0;
  for (let at = 0; at < text.length; at += 1) {
    if (text[at] === '\\') at += 1;
    else if (text[at] === separator) {
      parts.push(text.slice(start, at));
      start = at + 1;
    }
  }
  parts.push(text.slice(start));
  return parts;
}

function parsePair(text: string): Pair {
  const equals = text.indexOf('=');
  const type = text.slice(0, equals).trim();
  if (equals === -1 || !attributePattern.test(type)) throw new DnSyntaxError('a part of the name has no valid type');
  return { type, value: unescapeDnValue(trimUnescaped(text.slice(equals + 1))) };
}

/** Without the blanks around it, except one that is escaped. */
function trimUnescaped(text: string): string {
  let start = 0;
  while (text[start] === ' ') start += 1;
  let end = text.length;
  while (end > start && text[end - 1] === ' ') end -= 1;
  // an odd number of backslashes escapes the blank behind them
  const isEscaped = end < text.length && countBackslashesBefore(text, end) % 2 === 1;
  return text.slice(start, isEscaped ? end + 1 : end);
}

function countBackslashesBefore(text: string, end: number): number {
  let start = end;
  while (text[start - 1] === '\\') start -= 1;
  return end - start;
}

function unescapeDnValue(text: string): string {
  // RFC 4514 §2.4: the encoding of a value without a text form
  if (text.startsWith('#')) throw new DnSyntaxError('a value is not a text');
  if (!text.includes('\\')) {
    if (/["+,;<>\0]/.test(text)) throw new DnSyntaxError('a character must be escaped');
    return text;
  }
  const bytes: Buffer[] = [];
  for (const [index, piece] of splitEscapes(text).entries()) {
    if (index % 2 === 1) bytes.push(unescapePiece(piece));
    else if (/["+,;<>\0]/.test(piece)) throw new DnSyntaxError('a character must be escaped');
    else bytes.push(Buffer.from(piece));
  }
  return Buffer.concat(bytes).toString('utf8');
}

/** Plain text and escapes, in turn. */
function splitEscapes(text: string): string[] {
  return text.split(/(\\(?:[0-9A-Fa-f]{2}|.?))/su);
}

function unescapePiece(escaped: string): Buffer {
  const content = escaped.slice(1);
  if (content.length === 2) return Buffer.from(content, 'hex');
  if (!/^[ "#+,;<=>\\]$/.test(content)) throw new DnSyntaxError('an escape is invalid');
  return Buffer.from(content);
}
