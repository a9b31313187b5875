export { addMailRoutes } from './mail.routes.ts';
export { createMailService, type MailService } from './mail.service.ts';
export { preferredLanguage } from './preferred-language.ts';
