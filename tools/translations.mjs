import { styleProblems } from './text-style.mjs';

/** @typedef {{ pattern: RegExp, forms: Readonly<Record<string, readonly string[]>> }} Term Its forms by language */
/** @typedef {Map<string, unknown>} Texts Texts of one file by key; keys of nested objects are joined by dots. */

/**
 * How many words of a text that equals the English one may be untranslated. Polish shares words with English (status,
 * port, administrator); a Korean text without a Korean word is always wrong.
 * @type {Record<string, number>}
 */
const wordsThatMayMatch = { ko: 0, pl: 1 };

/**
 * @param {object} content
 * @param {string} prefix
 * @returns {Texts}
 */
export function textsOf(content, prefix = '') {
  const texts = new Map();
  for (const [key, value] of Object.entries(content)) {
    if (typeof value === 'object' && value !== null) {
      for (const [inner, text] of textsOf(value, `${prefix}${key}.`)) texts.set(inner, text);
    } else {
      texts.set(`${prefix}${key}`, value);
    }
  }
  return texts;
}

/**
 * Problems of English texts: empty ones, plurals that lack a form, and habits that texts avoid.
 * @param {Texts} english
 * @returns {string[]}
 */
export function englishProblems(english) {
  return compareTexts(english, english, 'en', []);
}

/**
 * Missing, additional and invalid texts of a translation, a sentence for each. Plurals follow i18next: a key with
 * `_other` in English has exactly the plural forms of the language.
 * @param {Texts} english
 * @param {Texts} translated
 * @param {string} language
 * @param {string[]} names texts that are the same in every language
 * @param {readonly Term[]} terms
 * @returns {string[]}
 */
export function compareTexts(english, translated, language, names, terms = []) {
  const wanted = wantedKeys(english, language);
  const extra = [...translated.keys()].filter((key) => !wanted.has(key)).map((key) => `${key}: not in English`);
  const wrong = [...wanted].flatMap(([key, sources]) => {
    if (!translated.has(key)) return [`${key}: missing`];
    return textProblems(translated.get(key), sources, { key, language, names, terms }).map(
      (problem) => `${key}: ${problem}`,
    );
  });
  return [...extra, ...wrong];
}

/**
 * The keys that a language needs, each with the English texts that it translates: one, or all forms of a plural.
 * @param {Texts} english
 * @param {string} language
 * @returns {Map<string, unknown[]>}
 */
function wantedKeys(english, language) {
  const wanted = new Map();
  for (const [key, text] of english) {
    const base = pluralBase(key, english);
    if (base === undefined) {
      wanted.set(key, [text]);
    } else {
      const sources = [...english].filter(([other]) => pluralBase(other, english) === base).map(([, form]) => form);
      for (const form of pluralForms(base, language)) wanted.set(`${base}_${form}`, sources);
      // Not a plural form, but a separate text for zero, which i18next supports in every language.
      if (key.endsWith('_zero')) wanted.set(key, sources);
    }
  }
  return wanted;
}

/**
 * `devices` for `devices_one` when there is a `devices_other`; undefined for a key without plural forms.
 * @param {string} key
 * @param {Texts} english
 */
function pluralBase(key, english) {
  const base = /^(.+)_(?:zero|one|two|few|many|other)$/.exec(key)?.[1];
  return base !== undefined && english.has(`${base}_other`) ? base : undefined;
}

/**
 * @param {string} base
 * @param {string} language
 */
function pluralForms(base, language) {
  const type = base.endsWith('_ordinal') ? 'ordinal' : 'cardinal';
  return new Intl.PluralRules(language, { type }).resolvedOptions().pluralCategories;
}

/**
 * @param {unknown} text
 * @param {unknown[]} sources
 * @param {{ key: string, language: string, names: string[], terms: readonly Term[] }} context
 * @returns {string[]}
 */
function textProblems(text, sources, { key, language, names, terms }) {
  if (typeof text !== 'string') return ['not a text'];
  if (text.trim() === '') return ['empty'];
  const problems = [];
  const wanted = new Set(sources.flatMap(slotsOf));
  const found = new Set(slotsOf(text));
  // A text such as "One device" need not contain the number.
  const optional = sources.length > 1 && /_(?:zero|one)$/.test(key) ? ['{{count}}'] : [];
  for (const slot of wanted) if (!found.has(slot) && !optional.includes(slot)) problems.push(`lacks ${slot}`);
  for (const slot of found) if (!wanted.has(slot)) problems.push(`has ${slot}, which English has not`);
  if (language !== 'en' && sources.includes(text) && wordsIn(text, names) > (wordsThatMayMatch[language] ?? 0)) {
    problems.push('still English; if it is a name, add it to tools/translation-names.json');
  }
  // what people may type to find something, in any spelling; it is not shown
  const isShown = !key.startsWith('words.');
  const habits = isShown ? styleProblems(text, language) : [];
  return [...problems, ...habits, ...termProblems(text, sources, language, terms)];
}

/**
 * Terms of the English text whose translation is none of those of the glossary. Placeholders and code are no text.
 * @param {string} text
 * @param {unknown[]} sources
 * @param {string} language
 * @param {readonly Term[]} terms
 */
function termProblems(text, sources, language, terms) {
  const english = sources.map((source) => String(source).replaceAll(/\{\{.*?\}\}|<code>.*?<\/code>|[“‘].*?[”’]/g, ' '));
  const translated = text.toLowerCase();
  return terms
    .filter(({ pattern }) => english.every((source) => pattern.test(source)))
    .filter(({ forms }) => forms[language]?.every((form) => !translated.includes(form)))
    .map(({ forms }) => `uses none of the terms of the glossary: ${forms[language]?.join(', ')}`);
}

/**
 * The glossary: rows of a table with the English term, and the forms that count as its translation in Korean and Polish, of
 * which the first is the term itself.
 * @param {string} page in Markdown
 * @returns {Term[]}
 */
export function termsOf(page) {
  const rows = page.matchAll(/^\| ([^|]+) \| ([^|]*[가-힣2][^|]*) \| ([^|]+) \|$/gm);
  const formsIn = (/** @type {string} */ cell) => cell.toLowerCase().split(/, /);
  return [...rows].map(([, term = '', korean = '', polish = '']) => ({
    pattern: new RegExp(`\\b${term}s?\\b`, 'i'),
    forms: { ko: formsIn(korean), pl: formsIn(polish) },
  }));
}

/**
 * Placeholders of a text: `{{name}}` without its format, and tags.
 * @param {unknown} text
 * @returns {string[]}
 */
function slotsOf(text) {
  const found = String(text).matchAll(/\{\{-?\s*([\w.]+)[^}]*\}\}|<\/?\w+\s*\/?>/g);
  return [...found].map(([slot, name]) => (name ? `{{${name}}}` : slot.replaceAll(/\s/g, '')));
}

/**
 * Number of words of three letters and more that are neither placeholders nor part of a name.
 * @param {string} text
 * @param {string[]} names
 */
function wordsIn(text, names) {
  const longestFirst = names.toSorted((a, b) => b.length - a.length);
  const bare = longestFirst.reduce((rest, name) => rest.replaceAll(name, ' '), text.replaceAll(/\{\{[^}]*\}\}/g, ' '));
  return bare.match(/\p{L}{3,}/gu)?.length ?? 0;
}
