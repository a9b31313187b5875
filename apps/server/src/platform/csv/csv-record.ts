/**
 * One record of RFC 4180, its line end included; null is an empty field. A field that a spreadsheet would take for a
 * formula gets an apostrophe in front, whoever wrote it: names are other people's.
 */
export function csvRecord(fields: readonly (string | number | null)[]): string {
  return `${fields.map(csvField).join(',')}\r\n`;
}

// https://owasp.org/www-community/attacks/CSV_Injection, and the wide forms that Asian editions of spreadsheets take
// for the same; blanks before them are skipped by some
const formula = /^'*(?:[\s\p{Cf}]*[=+\-@＝＋－＠]|[\t\r\n])/u;

/** What stood in a field before `csvRecord` took care that no spreadsheet takes it for a formula. */
export function readField(text: string): string {
  return text.startsWith("'") && formula.test(text.slice(1)) ? text.slice(1) : text;
}

function csvField(value: string | number | null): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(value);
  const text = formula.test(value) ? `'${value}` : value;
  return /[",\r\n;\t]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
