/**
 * One record of RFC 4180, including its line end; null is an empty field. Text that a spreadsheet would run as a
 * formula gets a leading apostrophe, since users choose names themselves.
 */
export function csvRecord(fields: readonly (string | number | null)[]): string {
  return `${fields.map(csvField).join(',')}\r\n`;
}

// https://owasp.org/www-community/attacks/CSV_Injection, and the full-width forms that Asian editions of spreadsheets
// treat the same; some skip blanks before them
const formula = /^'*(?:[\s\p{Cf}]*[=+\-@＝＋－＠]|[\t\r\n])/u;

/** The text of a field before `csvRecord` prefixed it. */
export function readField(text: string): string {
  return text.startsWith("'") && formula.test(text.slice(1)) ? text.slice(1) : text;
}

function csvField(value: string | number | null): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(value);
  const text = formula.test(value) ? `'${value}` : value;
  return /[",\r\n;\t]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
