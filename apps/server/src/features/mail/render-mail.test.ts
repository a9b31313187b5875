import { MailLanguage } from '@gatewarden/contract/mail';
import { describe, expect, it } from 'vitest';
import { sampleMails as values } from '../../../test/given/sample-mails.ts';
import { formatInstant } from './format-instant.ts';
import { renderMail } from './render-mail.ts';
import { type Template, templates } from './templates.ts';

const instance = { name: 'Head office', url: 'https://vpn.example.com' };
const languages = MailLanguage.options;
const all = (Object.keys(templates) as Template[]).flatMap((template) =>
  languages.map((language) => [template, language] as const),
);

function render(template: Template, language: MailLanguage, facts: object = {}, from = instance) {
  return renderMail({ template, language, values: { ...values[template], ...facts } }, from);
}

/** The visible text of the HTML. */
function visibleText(html: string): string {
  const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };
  return html
    .slice(html.indexOf('<body'))
    .replace(previewElement, '')
    .replaceAll(/<[^>]*>/g, '\n')
    .replaceAll(/&(amp|lt|gt|quot|#39);/g, (_, name: string) => entities[name] ?? '');
}

/** The text without what only serves the layout; in HTML the address of an action is the target of its button. */
const withoutLayout = (text: string) =>
  text.replaceAll(
    /: https:\/\/(?:vpn|enroll)\.example\.com\/(?:me|users|locations|webhooks|settings|\?token|password-reset)\S*$|^(?:\d+\.|-)(?= \S)|\s|^-- $|(?<=\S):(?=\s)/gm,
    '',
  );
const previewElement = /<div style="display:none[^>]*>(.*?)(?:&#847;.*)?<\/div>/;
const withoutActions = (html: string) =>
  html.replaceAll(
    /<a href="https:\/\/(?:vpn|enroll)\.example\.com\/(?:me|users|locations|webhooks|settings|\?token|password-reset)[^"]*"/g,
    '',
  );

describe.each(all)('%s in %s', (template, language) => {
  it('has a subject and the same content in text and HTML, with every value', () => {
    const { subject, text, html } = render(template, language);
    expect(subject).not.toMatch(/[\r\n]/);
    expect(subject.length).toBeGreaterThan(5);
    expect(html).toContain(`<html lang="${language}">`);
    for (const value of ['Head office', 'https://vpn.example.com']) expect(text).toContain(value);
    for (const [name, value] of Object.entries(values[template])) {
      if (
        !['method', 'kind', 'change', 'changes', 'by', 'at', 'since', 'until', 'markdown'].includes(name) ||
        typeof value === 'number'
      )
        for (const each of [value].flat(2)) expect(text).toContain(String(each));
    }
    expect(`${subject}${text}${html}`).not.toMatch(/undefined|null|NaN|\[object|\{\{/);
    expect(withoutLayout(visibleText(html))).toBe(withoutLayout(text));
  });

  it('escapes hostile names', () => {
    const hostile = `<script>alert(1)</script>" onload='x' & <a href="https://evil.example">`;
    const facts = 'name' in values[template] ? { name: hostile } : {};
    const { text, html } = render(template, language, facts, { ...instance, name: hostile });
    expect(text).toContain(hostile);
    expect(visibleText(html)).toContain(hostile);
    expect(withoutActions(html)).not.toMatch(/<script|<a |" onload/);
  });

  it('loads no resources, runs no scripts, links only to the console and the edge, and supports dark mode', () => {
    const { html } = render(template, language);
    expect(withoutActions(html)).not.toMatch(/<(img|script|link|iframe|a)\b|url\(|@import|src=/i);
    expect(html).toContain('prefers-color-scheme:dark');
    expect(html).toContain('<meta name="color-scheme" content="light dark">');
  });
});

it('differs between the languages', () => {
  for (const template of Object.keys(templates) as Template[]) {
    expect(new Set(languages.map((language) => render(template, language).subject)).size).toBe(3);
  }
});

it('lists the further changes of an account with their number and author', () => {
  const { text } = render('more_account_changes', 'en');
  expect(text).toContain('Your password was changed by an administrator: 31');
  expect(text).toContain('Recovery codes replaced: 7');
});

it.each(languages)('announces the summary of further changes in %s where one follows', (language) => {
  const mail = { template: 'address_changed', language, values: values.address_changed } as const;
  const at = formatInstant('2030-01-31T23:05:00Z', language);
  expect(renderMail({ ...mail, summaryAt: '2030-01-31T23:05:00Z' }, instance).text).toContain(at);
  expect(renderMail(mail, instance).text).not.toContain(at);
});

it('shows the code of six digits in bold', () => {
  for (const language of languages) {
    expect(render('sign_in_code', language).html).toContain('<strong>042137</strong>');
  }
});

it('states how long a code is valid with the plural rules of each language', () => {
  const validity = (language: MailLanguage, minutes: number) => render('sign_in_code', language, { minutes }).text;
  expect(validity('en', 1)).toContain('in a minute');
  expect(validity('en', 5)).toContain('5 minutes');
  expect(validity('pl', 1)).toContain('1 minutę');
  expect(validity('pl', 2)).toContain('2 minuty');
  expect(validity('pl', 5)).toContain('5 minut ');
  expect(validity('ko', 5)).toContain('5분');
});

it('opens with the name of the instance and what happened', () => {
  expect(render('new_sign_in', 'en').text).toMatch(/^Head office\n\nNew sign-in\n\nHello Una,\n/);
});

it('has the first sentence, but no code, as the preview', () => {
  const preview = (template: Template) => previewElement.exec(render(template, 'en').html)?.[1];
  expect(preview('new_sign_in')).toBe('Your account was used to sign in from a new browser.');
  expect(preview('sign_in_code')).toBe('Enter this code to sign in:');
});

it('offers the page where the change can be checked, unless the reader cannot open it', () => {
  expect(render('new_sign_in', 'pl').text).toContain('Sprawdź swoje konto: https://vpn.example.com/me/security\n');
  expect(render('device_changed', 'ko').html).toContain('<a href="https://vpn.example.com/me"');
  for (const template of ['sign_in_code', 'address_changed'] as const)
    expect(render(template, 'en').html).not.toContain('<a ');
  expect(render('account_changed', 'en', { change: 'stopped_and_disabled' }).html).not.toContain('<a ');
});

it.each(languages)('offers the account whose enrollment is complete, with its username encoded, in %s', (language) => {
  const { text, html } = render('enrollment_completed', language, { username: 'a/b' });
  expect(text).toContain(': https://vpn.example.com/users/a%2Fb\n');
  expect(html).toContain('<a href="https://vpn.example.com/users/a%2Fb"');
});

it('states the time of a sign-in in UTC, in the words of the language', () => {
  expect(render('new_sign_in', 'en').text).toMatch(/January 31, 2030 at 11:05\sPM UTC/);
  expect(render('new_sign_in', 'pl').text).toContain('31 stycznia 2030 23:05 UTC');
  expect(render('new_sign_in', 'ko').text).toContain('2030년 1월 31일');
});

it.each([
  ['sign_in_code', { code: '12345' }],
  ['sign_in_code', { code: undefined }],
  ['new_sign_in', { browser: 'x'.repeat(201) }],
  ['new_sign_in', { at: 'yesterday' }],
  ['second_factor_activated', { method: 'pigeon' }],
] as const)('rejects %s with %j', (template, facts) => {
  expect(() => render(template, 'en', facts)).toThrow();
});

it('shows a message in Markdown, whose links go anywhere and which loads nothing', () => {
  const markdown =
    '## First steps\n\nRead the [rules](https://wiki.example.com/a?b=1&c).\n\n- *one*\n- `two`\n\n<img src=x>';
  const { subject, html, text } = render('welcome', 'en', { subject: 'Hello', markdown });
  expect(subject).toBe('Hello');
  expect(html).toContain('<a href="https://wiki.example.com/a?b=1&amp;c"');
  expect(html).toMatch(/<ul [^>]*><li [^>]*><em>one<\/em><\/li><li [^>]*><code [^>]*>two<\/code><\/li><\/ul>/);
  expect(html).not.toContain('<img');
  expect(text).toContain('First steps\n\nRead the rules (https://wiki.example.com/a?b=1&c).\n\n- one\n- two');
});
