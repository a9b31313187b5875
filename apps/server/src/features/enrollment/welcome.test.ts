import { fillPlaceholders, type WelcomeValues } from '@gatewarden/contract/enrollment-placeholders';
import {
  defaultWelcomeMessage,
  defaultWelcomeSubject,
  welcomeMessageIn,
  welcomeSubjectIn,
} from '@gatewarden/contract/enrollment-texts';
import { readMarkdown } from '@gatewarden/markdown/read-markdown';
import { expect, it } from 'vitest';

const values: WelcomeValues = {
  ...{ full_name: 'Ada Byron', first_name: 'Ada', last_name: 'Byron', username: 'ada' },
  ...{ gatewarden_url: 'https://vpn.example.com', gatewarden_version: '1.2.3' },
};

it('replaces placeholders, by their names in the interface as well, and leaves unknown ones', () => {
  expect(
    fillPlaceholders('{{first_name}} {{ last_name }} at {{ defguard_url }}, {{ admin_email }}{{ env }}', values),
  ).toBe('Ada Byron at https://vpn.example.com, {{ env }}');
});

it.each([
  '[click](https://evil.example.com)',
  '**bold** `code` # heading',
  '<img src=x onerror=alert(1)>',
  '{{ admin_email }} {% include %} #{7*7} <%= 7 %>',
])('shows the name %s as it is', (name) => {
  const [block] = readMarkdown(
    fillPlaceholders('Hello {{ first_name }}', { ...values, first_name: name, admin_email: 'x' }),
  );
  const pieces = block?.kind === 'paragraph' ? block.pieces : [];
  expect(pieces.map((piece) => ('text' in piece ? piece.text : '\n')).join('')).toBe(`Hello ${name}`);
  expect(pieces.every(({ kind }) => kind === 'text')).toBe(true);
});

it('does not let a name begin another block', () => {
  const filled = fillPlaceholders('Hello {{ first_name }}', { ...values, first_name: 'Ada\n\n# Heading' });
  expect(readMarkdown(filled)).toHaveLength(1);
});

it.each(['ko', 'pl'] as const)('is in the language of the reader (%s) with the same placeholders', (language) => {
  const placeholders = (text: string) => text.match(/\{\{ \w+ \}\}/g)?.toSorted();
  const message = welcomeMessageIn(language, defaultWelcomeMessage);
  expect(message).not.toBe(defaultWelcomeMessage);
  expect(placeholders(message)).toEqual(placeholders(defaultWelcomeMessage));
  expect(welcomeSubjectIn(language, defaultWelcomeSubject)).not.toBe(defaultWelcomeSubject);
});

it('is as an administrator wrote it, in every language', () => {
  expect(welcomeMessageIn('pl', 'Hello')).toBe('Hello');
  expect(welcomeSubjectIn('ko', 'First steps')).toBe('First steps');
  expect(welcomeMessageIn('en', defaultWelcomeMessage)).toBe(defaultWelcomeMessage);
});
