import { createRequire } from 'node:module';
import { expect, it } from 'vitest';
import { errors as en } from './en/errors.ts';
import { errors as ko } from './ko/errors.ts';
import { languages } from './language.ts';
import { errors as pl } from './pl/errors.ts';
import { find, type TextTree, translate } from './translate.ts';

interface Library {
  init(options: object): Promise<unknown>;
  t(key: string, options?: object): string;
}

/** The library itself: tests of the console import ours in its place. */
const library: { createInstance(): Library } = createRequire(import.meta.url)('i18next');

const files = import.meta.glob<TextTree>(['./*/common.json', '../features/*/texts/*.json'], {
  eager: true,
  import: 'default',
});
const errorTexts: Record<string, TextTree> = { en, ko, pl };
const counts = [0, 1, 2, 5, 12, 22, 1_234_567];

it.each(languages)('translates all texts in %s as i18next does', async (language) => {
  const resources = resourcesOf(language);
  const i18next = library.createInstance();
  await i18next.init({
    lng: language,
    fallbackLng: false,
    resources: { [language]: resources },
    contextSeparator: '|',
    interpolation: { escapeValue: false },
  });
  let compared = 0;
  for (const [namespace, tree] of Object.entries(resources)) {
    const reference = (key: string, options: object) => i18next.t(key, { ...options, ns: namespace });
    for (const [key, text] of leavesOf(tree)) {
      const values = valuesFor(text);
      const base = key.replace(/_(zero|one|few|many|other)$/, '');
      expect(translate(language, [tree], key, values)).toBe(reference(key, values));
      expect(translate(language, [tree], key, { replace: values })).toBe(reference(key, { replace: values }));
      for (const count of counts) {
        expect(translate(language, [tree], base, { ...values, count })).toBe(reference(base, { ...values, count }));
      }
      compared += 1;
    }
  }
  expect(compared).toBeGreaterThan(500);
});

it('returns the key of a text that does not exist, and leaves placeholders without a value', () => {
  const tree = { group: { text: 'Hello {{name}}' } };
  expect(translate('en', [tree], 'group.missing')).toBe('group.missing');
  expect(translate('en', [tree], 'group')).toBe('group');
  expect(translate('en', [tree], 'group.text')).toBe('Hello {{name}}');
  expect(translate('en', [undefined, tree], 'group.text', { name: '$t(group.text) {{name}}' })).toBe(
    'Hello $t(group.text) {{name}}',
  );
});

it('finds nothing among the members that all objects have', () => {
  expect(find({}, 'constructor.name')).toBeUndefined();
});

function resourcesOf(language: string): Record<string, TextTree> {
  const own = Object.entries(files).flatMap(([path, texts]): [string, TextTree][] => {
    if (path === `./${language}/common.json`) return [['common', texts]];
    const [, feature] = path.match(new RegExp(`features/([^/]+)/texts/${language}\\.json$`)) ?? [];
    return feature ? [[feature, texts]] : [];
  });
  return { ...Object.fromEntries(own), errors: errorTexts[language] ?? {} };
}

function leavesOf(tree: TextTree, path = ''): [key: string, text: string][] {
  return Object.entries(tree).flatMap(([name, value]) =>
    typeof value === 'string' ? [[`${path}${name}`, value]] : leavesOf(value, `${path}${name}.`),
  );
}

/** A value for each placeholder. */
function valuesFor(text: string): Record<string, unknown> {
  const names = text.matchAll(/\{\{\s*(\w+)\s*(,\s*number)?\s*\}\}/g);
  return Object.fromEntries(Array.from(names, ([, name = '', number]) => [name, number ? 12_345.5 : `<${name}> $1`]));
}
