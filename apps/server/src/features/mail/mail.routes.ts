import { sendTestMail } from '@gatewarden/contract/mail';
import type { Router } from '../../platform/http/router.ts';
import type { MailService } from './mail.service.ts';

export function addMailRoutes(router: Router, mail: MailService): void {
  router.add(sendTestMail, async ({ origin, body }) => {
    await mail.sendTest(origin, body.to, body.language ?? 'en');
    return {};
  });
}
