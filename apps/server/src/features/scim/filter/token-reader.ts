import { ScimError } from '../protocol/scim-error.ts';

/** A value in a comparison. */
export type FilterValue = string | number | boolean | null;

/** Reads a filter or path from left to right. */
export interface TokenReader {
  isNext(symbol: string): boolean;
  /** Whether the symbol was next; then it is skipped. */
  skip(symbol: string): boolean;
  /** As `skip`, for a word in upper or lower case. */
  skipWord(word: string): boolean;
  takeWord(): string;
  /** A JSON value: a text, a number, true, false or null. */
  takeValue(): FilterValue;
  /** The name after a dot, in lower case; undefined if there is no dot. */
  takeSub(): string | undefined;
  requireEnd(): void;
  refuse(reason: string): never;
}

const wordPattern = /[A-Za-z$][\w:.$-]*/y;
// the alternatives exclude each other, so the time is linear
const textPattern = /"(?:[^"\\]|\\.)*"/y;
const literalPattern = /true|false|null|-?\d{1,15}(?:\.\d{1,15})?/iy;

/** @throws ScimError with the fault for a text that is longer than the limit, and from each method for a wrong text */
export function createTokenReader(
  text: string,
  maxLength: number,
  fault: 'invalidFilter' | 'invalidPath',
): TokenReader {
  let at = 0;

  const refuse = (reason: string): never => {
    const subject = fault === 'invalidFilter' ? 'filter' : 'path';
    throw new ScimError(fault, `The ${subject} is not valid at character ${at + 1}: ${reason}`);
  };
  if (text.length > maxLength) refuse(`longer than ${maxLength} characters`);
  if (text.includes('\0')) refuse('it contains the character U+0000');

  function skipBlanks(): void {
    while (text[at] === ' ' || text[at] === '\t') at += 1;
  }

  function match(pattern: RegExp): string | undefined {
    skipBlanks();
    pattern.lastIndex = at;
    const found = pattern.exec(text)?.[0];
    if (found !== undefined) at += found.length;
    return found;
  }

  function isNext(symbol: string): boolean {
    skipBlanks();
    return text[at] === symbol;
  }

  function skip(symbol: string): boolean {
    const isFound = isNext(symbol);
    if (isFound) at += 1;
    return isFound;
  }

  function readText(literal: string): string {
    try {
      const value = JSON.parse(literal) as string;
      return value.includes('\0') ? refuse('a text contains the character U+0000') : value;
    } catch (error) {
      if (error instanceof ScimError) throw error;
      return refuse('a text is not valid JSON');
    }
  }

  return {
    isNext,
    skip,
    skipWord(word) {
      const before = at;
      if (match(wordPattern)?.toLowerCase() === word) return true;
      at = before;
      return false;
    },
    takeWord: () => match(wordPattern) ?? refuse('expected an attribute or operator'),
    takeValue() {
      const quoted = match(textPattern);
      if (quoted !== undefined) return readText(quoted);
      const literal = match(literalPattern)?.toLowerCase() ?? refuse('expected a value');
      return JSON.parse(literal.replace(/^(-?)0+(?=\d)/, '$1')) as FilterValue;
    },
    takeSub: () => (skip('.') ? (match(wordPattern) ?? refuse('expected an attribute')).toLowerCase() : undefined),
    requireEnd() {
      skipBlanks();
      if (at < text.length) refuse('unexpected text');
    },
    refuse,
  };
}
