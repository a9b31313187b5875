import { attributePattern } from './attribute-name.ts';
import { type FilterNode, LdapFilter } from './filter.ts';

const maxLength = 2048;
const maxDepth = 16;

/** The text is not a filter. The message says what is wrong and contains nothing of the text. */
export class FilterSyntaxError extends Error {}

/**
 * Parses the text of RFC 4515, at most 2048 characters and 16 levels.
 * @throws FilterSyntaxError
 */
export function parseFilter(text: string): LdapFilter {
  if (text.length > maxLength) throw new FilterSyntaxError('the filter is too long');
  const { node, end } = parseAt(text, 0, 1);
  if (end !== text.length) throw new FilterSyntaxError('there is text behind the filter');
  return LdapFilter.of(node);
}

interface Parsed {
  readonly node: FilterNode;
  /** Index behind the closing parenthesis. */
  readonly end: number;
}

function parseAt(text: string, start: number, depth: number): Parsed {
  if (depth > maxDepth) throw new FilterSyntaxError('the filter has too many levels');
  if (text[start] !== '(') throw new FilterSyntaxError('a parenthesis is missing');
  const operator = text[start + 1];
  if (operator === '&' || operator === '|') {
    const { parts, end } = parseParts(text, start + 2, depth);
    return { node: { kind: operator === '&' ? 'and' : 'or', parts }, end };
  }
  if (operator === '!') {
    const { node, end } = parseAt(text, start + 2, depth + 1);
    return { node: { kind: 'not', part: node }, end: closeAt(text, end) };
  }
  // values contain no parenthesis: RFC 4515 requires them to be escaped
  const close = text.indexOf(')', start);
  if (close === -1) throw new FilterSyntaxError('a parenthesis is missing');
  return { node: parseComparison(text.slice(start + 1, close)), end: close + 1 };
}

function parseParts(text: string, start: number, depth: number): { parts: FilterNode[]; end: number } {
  const parts: FilterNode[] = [];
  let at = start;
  while (text[at] === '(') {
    const { node, end } = parseAt(text, at, depth + 1);
    parts.push(node);
    at = end;
  }
  if (parts.length === 0) throw new FilterSyntaxError('a list of conditions is empty');
  return { parts, end: closeAt(text, at) };
}

function closeAt(text: string, at: number): number {
  if (text[at] !== ')') throw new FilterSyntaxError('a parenthesis is missing');
  return at + 1;
}

const comparison =
  /^(?<attribute>[A-Za-z0-9.-]+)(?::(?<rule>[A-Za-z0-9.-]+))?(?<operator>:=|>=|<=|~=|=)(?<value>[^()]*)$/s;
const kinds = { '=': 'equal', '>=': 'greaterOrEqual', '<=': 'lessOrEqual', '~=': 'approximate' } as const;

function parseComparison(text: string): FilterNode {
  const { attribute = '', rule = '', operator = '', value = '' } = comparison.exec(text)?.groups ?? {};
  if (!attributePattern.test(attribute)) throw new FilterSyntaxError('the name of an attribute is invalid');
  if (operator === ':=') {
    if (rule !== '' && !attributePattern.test(rule)) throw new FilterSyntaxError('a matching rule is invalid');
    return { kind: 'extensible', attribute, rule, value: unescapeValue(value) };
  }
  if (rule !== '' || !(operator in kinds)) throw new FilterSyntaxError('a comparison is invalid');
  if (operator !== '=' || !value.includes('*')) {
    return { kind: kinds[operator as keyof typeof kinds], attribute, value: unescapeValue(value) };
  }
  if (value === '*') return { kind: 'present', attribute };
  const [initial = '', ...rest] = value.split('*').map(unescapeText);
  const final = rest.pop() ?? '';
  if (rest.includes('')) throw new FilterSyntaxError('two asterisks follow each other');
  return { kind: 'substring', attribute, initial, any: rest, final };
}

/** The bytes of a value with escapes. */
function unescapeValue(text: string): Buffer {
  const parts: Buffer[] = [];
  for (const [index, piece] of text.split('\\').entries()) {
    if (index === 0) parts.push(Buffer.from(piece));
    else if (/^[0-9A-Fa-f]{2}/.test(piece))
      parts.push(Buffer.from(piece.slice(0, 2), 'hex'), Buffer.from(piece.slice(2)));
    else throw new FilterSyntaxError('two hexadecimal digits must follow a backslash');
  }
  const value = Buffer.concat(parts);
  if (text.includes('\0')) throw new FilterSyntaxError('a character must be escaped');
  return value;
}

function unescapeText(text: string): string {
  const bytes = unescapeValue(text);
  const decoded = bytes.toString('utf8');
  if (!Buffer.from(decoded).equals(bytes)) throw new FilterSyntaxError('a value is not UTF-8');
  return decoded;
}
