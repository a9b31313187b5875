import * as contract from '@gatewarden/contract/mfa';
import type { Router } from '../../platform/http/router.ts';
import type { MfaService } from './mfa.service.ts';

export function addMfaRoutes(router: Router, mfa: MfaService): void {
  router.add(contract.enableMfa, async ({ actor, origin }) => {
    await mfa.enable(actor, origin);
    return null;
  });
  router.add(contract.disableOwnMfa, async ({ actor, origin }) => {
    await mfa.disable(origin, actor.username);
    return null;
  });
  router.add(contract.disableMfa, async ({ origin, params }) => {
    await mfa.disable(origin, params.username);
    return null;
  });
  router.add(contract.countRecoveryCodes, async ({ actor }) => ({
    left: await mfa.countRecoveryCodes(actor.userId),
  }));
  router.add(contract.replaceRecoveryCodes, async ({ actor, origin }) => ({
    codes: await mfa.replaceRecoveryCodes(actor, origin),
  }));
  router.add(contract.startTotp, async ({ actor }) => ({ secret: await mfa.offerTotp(actor) }));
  router.add(contract.confirmTotp, async ({ actor, origin, body }) => ({
    codes: await mfa.confirmTotp(actor, origin, body.code),
  }));
  router.add(contract.removeTotp, async ({ actor, origin }) => {
    await mfa.removeTotp(actor, origin);
    return null;
  });
}
