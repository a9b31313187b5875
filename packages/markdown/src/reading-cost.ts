/**
 * Limits of what a text may cost the parser beyond what others of its length cost. Each takes some 50 ms at its limit on a
 * small virtual machine. Texts that people write have less than a quarter of it in 8 kB.
 */
const limits = {
  /** Lists and quotes within each other. */
  depth: 19,
  /** This depth, times the lines: for each line, the parser looks at all lists and quotes around it. */
  continuations: 100_000,
  /** Lists and quotes that begin, times the events of all lines: at the end of each, the parser copies all events. */
  copies: 6_000_000,
  /** Of all paragraphs. */
  paragraphs: 6_000_000,
} as const;

/** Whether the parser would take far longer for this text than for others of its length. Takes linear time. */
export function isCostlyToRead(text: string): boolean {
  const lines = text.split(/\r\n?|\n/);
  const { depth, copies } = costOfContainers(lines);
  return (
    depth > limits.depth ||
    depth * lines.length > limits.continuations ||
    copies > limits.copies ||
    costOfParagraphs(lines) > limits.paragraphs
  );
}

/** Indentation and the markers of quotes and items at the beginning of a line. */
const containerPrefix = /^(?:[ \t]*(?:>|(?:[-*+]|\d{1,9}[.)])(?![^ \t])))*[ \t]*/;
const containerMarker = />|[-*+]|\d+[.)]/g;
/** Two columns: the least indentation of what is in an item. */
const indentation = / {2}|\t/g;
const columnPairsOfTab = 2;
const blank = /^[ \t]*$/;

function costOfContainers(lines: readonly string[]): { readonly depth: number; readonly copies: number } {
  let depth = 0;
  let begun = 0;
  let events = 0;
  let previous = '';
  for (const line of lines) {
    const prefix = (containerPrefix.exec(line)?.[0] ?? '').replaceAll(/\d+/g, '1');
    const markers = prefix.match(containerMarker) ?? [];
    events += 2 + 4 * prefix.length;
    if (blank.test(line)) {
      // it ends quotes, but no lists
      if (previous.includes('>')) previous = '';
      continue;
    }
    if (markers.length > 0) depth = Math.max(depth, markers.length + depthOfIndentation(prefix));
    // the same prefix continues the quotes, and adds an item to the first list
    const items = markers.findIndex((marker) => marker !== '>') + 1;
    begun += prefix === previous ? markers.length - (items || markers.length) : markers.length;
    previous = prefix;
  }
  return { depth, copies: begun * events };
}

function depthOfIndentation(prefix: string): number {
  const pairs = prefix.match(indentation) ?? [];
  return pairs.reduce((sum, pair) => sum + (pair === '\t' ? columnPairsOfTab : 1), 0);
}

/** A blank line, an item of a list or a heading. Others may continue the paragraph before them. */
const endOfParagraph = /^(?:[ \t]*$| {0,3}(?:[-*+]|#{1,6})[ \t]+[^ \t])/;
/** Of emphasis, links and HTML. */
const delimiter = /[*_\]<]/g;
/** The parser looks at all former lines of a paragraph in a quote or list for each line without its marker. */
const costOfLines = 6;

/** For each delimiter, the parser looks for its other end in the whole paragraph. */
function costOfParagraphs(lines: readonly string[]): number {
  let cost = 0;
  let paragraph = { lines: 0, delimiters: 0, characters: 0 };
  for (const line of [...lines, '']) {
    if (endOfParagraph.test(line)) {
      cost += paragraph.delimiters * paragraph.characters + costOfLines * paragraph.lines ** 2;
      paragraph = { lines: 0, delimiters: 0, characters: 0 };
    }
    paragraph.lines += 1;
    paragraph.delimiters += line.match(delimiter)?.length ?? 0;
    paragraph.characters += line.length + 1;
  }
  return cost;
}
