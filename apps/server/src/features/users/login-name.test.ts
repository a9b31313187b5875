import { expect, it } from 'vitest';
import { loginName } from './login-name.ts';

it('is the same for all spellings of a name, and differs for other names', () => {
  for (const typed of ['Erin@Example.com', ' erin@example.com ', 'ERIN@EXAMPLE.COM', 'ｅｒｉｎ@example.com']) {
    expect(loginName(typed)).toBe('erin@example.com');
  }
  expect(loginName('\u212Aim')).toBe('kim');
  // their lower case is another letter, or two, in some databases and languages
  for (const typed of ['erİn@example.com', 'erın@example.com']) expect(loginName(typed)).not.toBe('erin@example.com');
});

it('is stable', () => {
  for (const typed of ['İ', 'ẞ', 'ﬁ', 'Σας', 'Ǆ']) expect(loginName(loginName(typed))).toBe(loginName(typed));
});
