import { describe, expect, it } from 'vitest';
import { latinLetters } from './latin-letters.ts';

describe('latinLetters', () => {
  it.each([
    ['Zażółć gęślą jaźń, ŁÓDŹ', 'Zazolc gesla jazn, LODZ'],
    ['Straße nach Øresund', 'Strasse nach Oresund'],
    ['서울 부산 대전', 'seoul busan daejeon'],
    ['한글', 'hangeul'],
    ['닭 삶 빵 꽃', 'dak sam ppang kkot'],
    ['ＶＰＮ１', 'VPN1'],
    ['plain_name-1', 'plain_name-1'],
    ['東京 🚀', '東京 🚀'],
  ])('converts %s to %s', (name, latin) => {
    expect(latinLetters(name)).toBe(latin);
  });

  it('returns the same for composed and decomposed characters', () => {
    for (const name of ['서울', 'Łódź', 'Größe']) expect(latinLetters(name.normalize('NFD'))).toBe(latinLetters(name));
  });
});
