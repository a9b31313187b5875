const made = new Map<string, unknown>();

/** A format for numbers, kept for its next use. */
export function numberFormat(language: string, options?: Intl.NumberFormatOptions): Intl.NumberFormat {
  return kept('number', language, options, () => new Intl.NumberFormat(language, options));
}

/** As `numberFormat`, for dates and times. */
export function dateFormat(locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  // a format keeps the time zone in which it was made; the clock of a traveler may change
  const kind = `date ${new Date().getTimezoneOffset()}`;
  return kept(kind, locale, options, () => new Intl.DateTimeFormat(locale, options));
}

/** As `numberFormat`, for times such as "in 2 hours" and, unless told otherwise, "yesterday". */
export function relativeFormat(
  language: string,
  options: Intl.RelativeTimeFormatOptions = { numeric: 'auto' },
): Intl.RelativeTimeFormat {
  return kept('relative', language, options, () => new Intl.RelativeTimeFormat(language, options));
}

/** Making a format takes far longer than using it, and a table uses the same in each of its cells. */
function kept<Format>(kind: string, locale: string, options: object | undefined, make: () => Format): Format {
  const key = `${kind} ${locale} ${JSON.stringify(options)}`;
  const format = (made.get(key) as Format | undefined) ?? make();
  made.set(key, format);
  return format;
}
