import { describe, expect, it } from 'vitest';
import { compareTexts, englishProblems, termsOf, textsOf } from './translations.mjs';

const names = ['WireGuard'];
const compare = (english: object, translated: object, language = 'pl') =>
  compareTexts(textsOf(english), textsOf(translated), language, names);

describe('a translation', () => {
  it('is complete with every key, including nested ones', () => {
    expect(compare({ a: { b: 'Save' } }, { a: { b: 'Zapisz' } })).toEqual([]);
    expect(compare({ a: { b: 'Save' }, c: 'Cancel' }, { c: 'Anuluj' })).toEqual(['a.b: missing']);
  });

  it('has no key that is missing in English', () => {
    expect(compare({ a: 'Save' }, { a: 'Zapisz', b: 'Dalej' })).toEqual(['b: not in English']);
  });

  it('has the plural forms of its own language', () => {
    const english = { devices_one: '{{count}} device', devices_other: '{{count}} devices' };
    const polish = { devices_one: '{{count}} urządzenie', devices_few: '{{count}} urządzenia' };
    expect(compare(english, polish)).toEqual(['devices_many: missing', 'devices_other: missing']);
    expect(compare(english, { devices_other: '기기 {{count}}대' }, 'ko')).toEqual([]);
    expect(compare(english, { devices_one: '기기', devices_other: '기기 {{count}}대' }, 'ko')).toEqual([
      'devices_one: not in English',
    ]);
  });

  it('has a text for none where English has one', () => {
    const english = { d_zero: 'No devices', d_one: 'One device', d_other: '{{count}} devices' };
    expect(englishProblems(textsOf(english))).toEqual([]);
    expect(compare(english, { d_other: '기기 {{count}}대' }, 'ko')).toEqual(['d_zero: missing']);
  });

  it('treats a key that only looks like a plural form as a normal key', () => {
    expect(compare({ step_one: 'First' }, { step_one: 'Pierwszy' })).toEqual([]);
  });

  it('has the same placeholders as English, in any format', () => {
    expect(compare({ a: 'Hi {{name}}' }, { a: 'Cześć {{nazwa}}' })).toEqual([
      'a: lacks {{name}}',
      'a: has {{nazwa}}, which English has not',
    ]);
    expect(compare({ a: '{{at, date}}: <b>done</b>' }, { a: '<b>gotowe</b>: {{ at }}' })).toEqual([]);
    expect(compare({ a: 'See <link>here</link>' }, { a: 'Zobacz tutaj' })).toEqual([
      'a: lacks <link>',
      'a: lacks </link>',
    ]);
  });

  it('is in the style of its language', () => {
    expect(compare({ a: 'Saved' }, { a: '저장했어요.' }, 'ko')).toEqual([
      'a: "어요" is not in the style of the texts; use: 합니다, 하세요',
    ]);
  });

  it('uses the terms of the glossary, except for code and quotations', () => {
    const glossary = `| English | Korean | Polish |
| --- | --- | --- |
| gateway | 게이트웨이 | brama, bram |
`;
    const problems = (english: string, polish: string) =>
      compareTexts(textsOf({ a: english }), textsOf({ a: polish }), 'pl', names, termsOf(glossary));
    expect(problems('Two gateways are down', 'Dwie bramy nie działają')).toEqual([]);
    expect(problems('Two gateways are down', 'Dwa serwery nie działają')).toEqual([
      'a: uses none of the terms of the glossary: brama, bram',
    ]);
    expect(problems('Run <code>npm run gateway</code>', 'Uruchom <code>npm run gateway</code>')).toEqual([]);
    expect(problems('The column “gateway” is optional', 'Kolumna „gateway” jest opcjonalna')).toEqual([]);
  });

  it('may omit the number only in forms for one number', () => {
    const english = { d_one: '{{count}} device of {{user}}', d_other: '{{count}} devices of {{user}}' };
    const polish = {
      d_one: 'Urządzenie {{user}}',
      d_few: '{{user}}',
      d_many: '{{count}} {{user}}',
      d_other: '{{count}}',
    };
    expect(compare(english, polish)).toEqual(['d_few: lacks {{count}}', 'd_other: lacks {{user}}']);
  });

  it('is a non-empty text', () => {
    expect(compare({ a: 'Save', b: 'Go' }, { a: ' ', b: 3 })).toEqual(['a: empty', 'b: not a text']);
  });

  it('is not English, except for names and words that both languages share', () => {
    const stillEnglish = 'a: still English; if it is a name, add it to tools/translation-names.json';
    expect(compare({ a: 'Add device' }, { a: 'Add device' })).toEqual([stillEnglish]);
    expect(compare({ a: 'Status' }, { a: 'Status' })).toEqual([]);
    expect(compare({ a: 'Status' }, { a: 'Status' }, 'ko')).toEqual([stillEnglish]);
    expect(compare({ a: 'WireGuard {{version}}' }, { a: 'WireGuard {{version}}' }, 'ko')).toEqual([]);
  });
});

it('English texts have their own plural forms, the style of the product and no empty text', () => {
  expect(englishProblems(textsOf({ a: 'The former name' }))).toHaveLength(1);
  expect(englishProblems(textsOf({ a: 'Save', d_one: 'One device', d_other: '{{count}} devices' }))).toEqual([]);
  expect(englishProblems(textsOf({ words: { key: 'license, licence' } }))).toEqual([]);
  expect(englishProblems(textsOf({ a: '', d_other: '{{count}} devices' }))).toEqual(['a: empty', 'd_one: missing']);
});
