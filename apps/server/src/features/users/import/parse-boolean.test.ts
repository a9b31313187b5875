import { expect, it } from 'vitest';
import { parseBoolean } from './parse-boolean.ts';

it.each(['true', 'TRUE', '1', 'yes', 'PRAWDA', 'tak', 'WAHR', 'ja', 'VRAI', 'oui', '예', '참', 'SÍ', 'si\u0301'])(
  'reads %s as true',
  (text) => {
    expect(parseBoolean(text)).toBe(true);
  },
);

it.each(['false', 'FALSE', '0', 'no', 'FAŁSZ', 'nie', 'FALSCH', 'nein', 'FAUX', 'non', '아니요', '거짓', 'FALSO'])(
  'reads %s as false',
  (text) => {
    expect(parseBoolean(text)).toBe(false);
  },
);

it.each(['', '2', 'maybe', 'truefalse', 'constructor', '__proto__'])('does not guess what %j means', (text) => {
  expect(parseBoolean(text)).toBeUndefined();
});
