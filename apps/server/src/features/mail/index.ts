export { mailLanguage } from './account-mails.queries.ts';
export { authorOf, mailToEach } from './account-mails.ts';
export { createMail } from './mail.feature.ts';
export type { MailService } from './mail.service.ts';
export { isMailConfigured, mailSettingsSection } from './mail-settings.ts';
export { preferredLanguage } from './preferred-language.ts';
export type { ChangeAuthor, MailValues, Template } from './templates.ts';
