export { addMailRoutes } from './mail.routes.ts';
export { createMailService } from './mail.service.ts';
