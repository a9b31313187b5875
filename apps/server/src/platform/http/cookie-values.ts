/**
 * Every value of a name in a Cookie header, in the order of the header. Only spaces and tabs around names are ignored:
 * a parser that trims other white space would read a name such as `\u2000__Host-x` as the protected `__Host-x`.
 */
export function cookieValues(header: string | undefined, name: string): string[] {
  const prefix = `${name}=`;
  return (header ?? '')
    .split(';')
    .map(trimBlanks)
    .filter((pair) => pair.startsWith(prefix))
    .map((pair) => pair.slice(prefix.length));
}

/** A loop instead of a regular expression: `[ \t]+$` takes quadratic time on a long run of blanks. */
function trimBlanks(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && isBlank(text[start])) start += 1;
  while (end > start && isBlank(text[end - 1])) end -= 1;
  return text.slice(start, end);
}

function isBlank(character: string | undefined): boolean {
  return character === ' ' || character === '\t';
}
