import type { MailLanguage } from '@gatewarden/contract/mail';
import i18next from 'i18next';
import { type Language, languageNames, languages } from '../../i18n/language.ts';

/** `account`: the language of the account; if there is none, that of the console. */
export const mailLanguages = ['account', ...languages] as const;
export type MailLanguageChoice = (typeof mailLanguages)[number];

/** What a call that mails a link needs. A language of the list becomes that of an account without one. */
export function languageFields(choice: MailLanguageChoice): {
  language?: MailLanguage;
  default_language?: MailLanguage;
} {
  return choice === 'account' ? { default_language: i18next.language as Language } : { language: choice };
}

/** Of a list of choices. */
export function mailLanguageOptions(t: (key: 'issue.language_account', values: { language: string }) => string) {
  const language = languageNames[i18next.language as Language];
  return mailLanguages.map((value) => ({
    value,
    label: value === 'account' ? t('issue.language_account', { language }) : languageNames[value],
  }));
}
