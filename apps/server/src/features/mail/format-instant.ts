import type { MailLanguage } from '@gatewarden/contract/mail';

/** An instant in words. The time zone of the reader is unknown, so the text is in UTC and says so. */
export function formatInstant(at: string, language: MailLanguage): string {
  const format = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' });
  return `${format.format(new Date(at))} UTC`;
}
