/** Latin letters that Unicode does not decompose into a base letter and a mark. */
const transliterations: Readonly<Record<string, string>> = {
  ł: 'l',
  Ł: 'L',
  ø: 'o',
  Ø: 'O',
  đ: 'd',
  Đ: 'D',
  ß: 'ss',
  æ: 'ae',
  Æ: 'AE',
  œ: 'oe',
  Œ: 'OE',
  þ: 'th',
  Þ: 'Th',
  ı: 'i',
};

// Revised Romanization of Korean, letter by letter, in the order in which Unicode composes syllables.
const initials = 'g kk n d tt r m b pp s ss  j jj ch k t p h'.split(' ');
const vowels = 'a ae ya yae eo e yeo ye o wa wae oe yo u wo we wi yu eu ui i'.split(' ');
const finals = ' k k k n n n t l k m l l l p l m p p t t ng t t k t p t'.split(' ');

/** The Unicode Standard §3.12: a syllable's number is (initial × 21 + vowel) × 28 + final, counted from U+AC00. */
const firstSyllable = 0xac00;

/**
 * Removes the marks of European letters and romanizes Korean syllables. Characters of other scripts remain unchanged.
 */
export function latinLetters(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/[가-힣]/g, romanizeSyllable)
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\0-\x7f]/gu, (letter) => transliterations[letter] ?? letter);
}

function romanizeSyllable(syllable: string): string {
  const number = syllable.charCodeAt(0) - firstSyllable;
  const initial = initials[Math.floor(number / (21 * 28))];
  const vowel = vowels[Math.floor(number / 28) % 21];
  return `${initial}${vowel}${finals[number % 28]}`;
}
