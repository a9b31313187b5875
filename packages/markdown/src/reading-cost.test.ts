import { describe, expect, it } from 'vitest';
import { readMarkdown } from './read-markdown.ts';
import { isCostlyToRead } from './reading-cost.ts';

const repeated = (piece: string) => (length: number) => piece.repeat(length / piece.length);

/** Texts of about this length whose reading takes time that grows with the square or cube of it. */
const costlyTexts: Readonly<Record<string, (length: number) => string>> = {
  'emphasis that is not closed': repeated('*a_ '),
  'emphasis within emphasis': (length) => '*a '.repeat(length / 6) + 'a* '.repeat(length / 6),
  'closed brackets': (length) => '['.repeat(length / 2) + ']'.repeat(length / 2),
  'titles that are not closed': repeated('[a](b ('),
  'comments that are not closed': (length) => `a ${'<!--'.repeat(length / 4)}`,
  'instructions that are not closed': (length) => `a ${'<?'.repeat(length / 2)}`,
  'two lists on each line': repeated('- - a\n'),
  '19 lists on each line': repeated(`${'- '.repeat(19)}a\n`),
  '19 numbered lists on each line': repeated(`${'1. '.repeat(19)}\n`),
  'a list in each item': repeated('- a\n  - b\n'),
  'another list on each line': repeated('- a\n+ b\n'),
  'a quote in each item': repeated('- > a\n'),
  'many quotes': repeated('> a\n\n'),
  'quotes and headings': repeated('> a\n# b\n'),
  'a list within the list of the former line': (length) =>
    Array.from({ length: Math.sqrt(length) }, (_, level) => `${'  '.repeat(level)}- a`).join('\n'),
  'indentation with tabs': (length) =>
    Array.from({ length: length / 8 }, (_, line) => `${'\t'.repeat(line % 6)}- - a`).join('\n'),
  'blank lines in 18 lists': (length) => `${'- '.repeat(18)}a${'\n'.repeat(length)}`,
  'lines of a quote without its marker': (length) => `> a\n${'a\n'.repeat(length / 2)}`,
  'numbered lines of a quote without its marker': (length) => `> a\n${'2. a\n'.repeat(length / 5)}`,
  'lines in 19 lists': repeated(`${'- '.repeat(19)}a\n${'a\n'.repeat(20)}`),
};

const ordinaryText = `## Changes\n\n${'- **Gateways**: fixes [an error](https://a.example)\n'.repeat(10)}\n`.repeat(15);

/** How many times the time of an ordinary text of 8 kB, read while the machine has the same load. */
function relativeTimeOf(text: string): number {
  const ratios = [1, 2, 3].map(() => {
    const start = Date.now();
    readMarkdown(ordinaryText);
    const middle = Date.now();
    readMarkdown(text);
    return (Date.now() - middle) / (middle - start);
  });
  return Math.min(...ratios);
}

/** The longest of these texts that is read. */
function longestRead(textOf: (length: number) => string): string {
  let [read, shown] = [64, 32_768];
  while (shown - read > 64) {
    const length = Math.floor((read + shown) / 2);
    if (isCostlyToRead(textOf(length))) shown = length;
    else read = length;
  }
  return textOf(read);
}

describe.each(Object.entries(costlyTexts))('a text of %s', (_, textOf) => {
  it('is shown as text if it has 32 kB', () => {
    const text = textOf(32_768);
    expect(readMarkdown(text)).toEqual([{ kind: 'paragraph', pieces: [{ kind: 'text', text }] }]);
    expect(isCostlyToRead(text)).toBe(true);
  });

  it('is read quickly if it is short enough', () => {
    const text = longestRead(textOf);
    expect(isCostlyToRead(text)).toBe(false);
    // usually below 8; without the limits, up to 1 600 for 32 kB
    expect(relativeTimeOf(text)).toBeLessThan(40);
  });
});

describe('a text of 8 kB as people write it', () => {
  it.each([
    [
      'a list in each item',
      '- **Gateways**: fixes [an error](https://a.example) of `wg`\n  - restart *each* of them\n',
    ],
    ['a numbered list', '1. **Gateways**: fixes [an error](https://a.example/1) of `wg_show`\n'],
    ['paragraphs', `${'The *release* fixes [an error](https://a.example) of **gateways** <here>\n'.repeat(8)}\n`],
    ['quotes', '> > Restart the **gateways**\n> > after that.\n>\n> Why?\n\n- because\n\n'],
    [
      'sections',
      '## Changes\n\n- one\n- two\n\n```yaml\na:\n    - b\n```\n\n1. first\n   - second\n     - third\n\n---\n\n',
    ],
  ])('is read with %s', (_, piece) => {
    const text = piece.repeat(8_192 / piece.length);
    expect(isCostlyToRead(text)).toBe(false);
  });
});
