import * as contract from '@gatewarden/contract/mfa';
import type { Router } from '../../platform/http/router.ts';
import type { MailCodes } from './mail-codes.ts';

export function addMailCodesRoutes(router: Router, mailCodes: MailCodes): void {
  router.add(contract.startEmail, async ({ actor }) => {
    await mailCodes.offer(actor);
    return null;
  });
  router.add(contract.confirmEmail, async ({ actor, origin, body }) => ({
    codes: await mailCodes.confirm(actor, origin, body.code),
  }));
  router.add(contract.sendEmailCode, async ({ actor }) => {
    await mailCodes.send(actor);
    return null;
  });
  router.add(contract.removeEmail, async ({ actor, origin }) => {
    await mailCodes.remove(actor, origin);
    return null;
  });
}
