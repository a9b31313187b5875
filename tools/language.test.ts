import { describe, expect, it } from 'vitest';
import { findWords, isChecked } from './language.mjs';

const wordsIn = (text: string, path = 'a.ts') => findWords(path, text).map(({ word }) => word);

describe('findWords', () => {
  it('finds words in comments, texts and documentation, with their line and better terms', () => {
    expect(findWords('a.ts', '// fine\n/** Whoever calls. */\n')).toEqual([
      { line: 2, word: 'whoever', use: 'the user, the caller, any client' },
    ]);
    expect(wordsIn("throw new Error('nobody is here');")).toEqual(['nobody']);
    expect(wordsIn('Sent in clear.', 'docs/a.md')).toEqual(['in clear']);
    expect(wordsIn('-- kept for good', 'a.sql')).toEqual(['for good']);
  });

  it.each(['keyOfNobody', 'everybodysPassword', 'addSomebody', 'mend_link', 'tellOfNewBrowsers', 'forgetGone'])(
    'finds the word in the identifier %s',
    (identifier) => {
      expect(findWords('a.ts', `const ${identifier} = 1;`)).toHaveLength(1);
    },
  );

  it('finds British spelling in documentation', () => {
    expect(wordsIn('The neighbours synchronise; the licence is grey.', 'docs/a.md')).toEqual([
      'neighbours',
      'synchronise',
      'licence',
      'grey',
    ]);
    expect(wordsIn("const grey = '#888';")).toEqual([]);
  });

  it('finds words in a path', () => {
    expect(findWords('apps/server/src/forget-gone.ts', '')).toMatchObject([{ line: 0, word: 'forget' }]);
  });

  it('finds a phrase across the lines of a comment', () => {
    expect(wordsIn('/**\n * It does not exist any\n * more.\n */')).toEqual(['any more']);
  });

  it('accepts similar words that are right', () => {
    const text = '// recommend, amended, any more than two, for good reasons, all the same length, you may forget it\n';
    expect(wordsIn(`${text}type AnyBody = 'keepalive' | 'forgot your password';`)).toEqual([]);
  });

  it('ignores a line that quotes a word on purpose', () => {
    expect(wordsIn("const name = 'nobody'; // language-ignore: the system account\n")).toEqual([]);
  });
});

it.each([
  ['apps/server/src/main.ts', true],
  ['docs/README.md', true],
  ['apps/server/migrations/0001-users.sql', false],
  ['apps/server/migrations/9000-new.sql', true],
  ['apps/console/src/i18n/sentences.ts', true],
  ['apps/console/src/features/users/texts/en.json', true],
  ['apps/server/src/features/mail/texts/en.ts', true],
  ['package.json', false],
  ['packages/contract/gen/gateway_pb.ts', false],
  ['tools/language.test.ts', false],
])('of the files, %s is checked: %s', (path, expected) => {
  expect(isChecked(path)).toBe(expected);
});
