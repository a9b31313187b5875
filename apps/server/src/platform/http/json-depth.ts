const [quote, backslash] = [0x22, 0x5c];
const [openBracket, closeBracket, openBrace, closeBrace] = [0x5b, 0x5d, 0x7b, 0x7d];

/**
 * Whether a JSON text nests arrays and objects deeper than `levels`. One pass without recursion, because the time and
 * stack of a parser grow with the depth. The result for invalid JSON is unspecified.
 */
export function isNestedDeeperThan(levels: number, text: string): boolean {
  let depth = 0;
  let isInString = false;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (isInString) {
      if (code === backslash) index += 1;
      else if (code === quote) isInString = false;
    } else if (code === quote) isInString = true;
    else if (code === closeBracket || code === closeBrace) depth -= 1;
    else if (code === openBracket || code === openBrace) {
      depth += 1;
      if (depth > levels) return true;
    }
  }
  return false;
}
