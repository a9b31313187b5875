import * as contract from '@gatewarden/contract/home';
import type { Router } from '../../platform/http/router.ts';
import { presentHome } from './home.present.ts';
import type { HomeService } from './home.service.ts';

export function addHomeRoutes(router: Router, home: HomeService): void {
  router.add(contract.getHome, async ({ actor }) => presentHome(await home.get(actor)));
  router.add(contract.dismissAttention, async ({ actor, origin, params }) => {
    await home.dismiss(actor, origin, params.key);
    return null;
  });
  router.add(contract.restoreAttention, async ({ actor, origin, params }) => {
    await home.restore(actor, origin, params.key);
    return null;
  });
  router.add(contract.dismissChecklist, async ({ actor, origin }) => {
    await home.dismissChecklist(actor, origin);
    return null;
  });
  router.add(contract.restoreChecklist, async ({ actor, origin }) => {
    await home.restoreChecklist(actor, origin);
    return null;
  });
}
