import type { MailLanguage } from '@gatewarden/contract/mail';

/** An instant in words. Nobody knows the reader's zone here, so it is UTC and says so. */
export function formatInstant(at: string, language: MailLanguage): string {
  const format = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' });
  return `${format.format(new Date(at))} UTC`;
}
