/** A line of a CSV file for spreadsheets (RFC 4180), without its end. */
export function csvLine(fields: readonly string[]): string {
  return fields.map(csvField).join(',');
}

/** A field that a spreadsheet would run as a formula starts with an apostrophe. */
function csvField(text: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
