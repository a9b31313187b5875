import { expect, it } from 'vitest';
import { readMarkdown } from './read-markdown.ts';

it('reads headings, paragraphs, lists, links and code', () => {
  const text =
    '# Welcome, Ada\n\nRead the **rules** at [our wiki](https://wiki.example.com).\\\nThen *sign in*.\n\n1. one\n2. `two`\n   - three\n\n```\nwg-quick up\n```';
  expect(readMarkdown(text)).toEqual([
    { kind: 'heading', level: 1, pieces: [{ kind: 'text', text: 'Welcome, Ada' }] },
    {
      kind: 'paragraph',
      pieces: [
        { kind: 'text', text: 'Read the ' },
        { kind: 'strong', text: 'rules' },
        { kind: 'text', text: ' at ' },
        { kind: 'link', text: 'our wiki', url: 'https://wiki.example.com' },
        { kind: 'text', text: '.' },
        { kind: 'break' },
        { kind: 'text', text: 'Then ' },
        { kind: 'emphasis', text: 'sign in' },
        { kind: 'text', text: '.' },
      ],
    },
    {
      kind: 'list',
      isOrdered: true,
      items: [[{ kind: 'text', text: 'one' }], [{ kind: 'code', text: 'two' }], [{ kind: 'text', text: 'three' }]],
    },
    { kind: 'code', text: 'wg-quick up' },
  ]);
});

it.each([
  ['<script>alert(1)</script>', '<script>alert(1)</script>'],
  ['a <b onclick="x()">b</b>', 'a <b onclick="x()">b</b>'],
  ['[here](javascript:alert(1))', 'here'],
  ['[here](data:text/html,x)', 'here'],
  ['![pixel](https://tracker.example.com/x.png)', '![pixel](https://tracker.example.com/x.png)'],
])('shows %s as text', (text, shown) => {
  const [block] = readMarkdown(text);
  const pieces = block?.kind === 'paragraph' ? block.pieces : [];
  expect(pieces.every(({ kind }) => kind === 'text')).toBe(true);
  expect(pieces.map((piece) => ('text' in piece ? piece.text : '')).join('')).toBe(shown);
});

it.each(['1. ', '- ', '>', ' > * '])('shows a text that is nested too deeply as text: %j', (nested) => {
  const text = `# Welcome\n${nested.repeat(2600)}`.slice(0, 8000);
  expect(readMarkdown(text)).toEqual([{ kind: 'paragraph', pieces: [{ kind: 'text', text }] }]);
});

it('reads a line of many characters between parts', () => {
  expect(readMarkdown(`a\n\n${'- '.repeat(10)}\n\nb\n\n${'-'.repeat(200)}\n\nc`)).toHaveLength(3);
});
