/** What spreadsheets and people write for true and false in several languages; in lower case. */
const trueWords = [
  ...['true', 'yes', 'y', 'on', '1', 'x', 'active', 'enabled'],
  ...['prawda', 'tak', 't', 'aktywny', 'aktywna', 'aktywne'],
  ...['예', '네', '참', '활성'],
  ...['wahr', 'ja', 'aktiv'],
  ...['vrai', 'oui', 'verdadero', 'sí', 'si', 'vero', 'sì', 'verdadeiro', 'sim', 'waar', 'sant', 'sand', 'はい', '是'],
];
const falseWords = [
  ...['false', 'no', 'n', 'off', '0', 'inactive', 'disabled'],
  ...['fałsz', 'falsz', 'nie', 'nieaktywny', 'nieaktywna', 'nieaktywne'],
  ...['아니요', '아니오', '거짓', '비활성'],
  ...['falsch', 'nein', 'inaktiv'],
  ...['faux', 'non', 'falso', 'não', 'nao', 'onwaar', 'nee', 'falskt', 'falsk', 'nej', 'いいえ', '否'],
];
const meanings = new Map([
  ...trueWords.map((word) => [word, true] as const),
  ...falseWords.map((word) => [word, false] as const),
]);

/** The time for normalizing grows with the square of the length. */
const maxCharacters = 64;

/** Undefined if the text is neither true nor false in a known language. Ignores case and Unicode form. */
export function parseBoolean(text: string): boolean | undefined {
  if (text.length > maxCharacters) return undefined;
  return meanings.get(text.normalize('NFC').trim().toLowerCase());
}
