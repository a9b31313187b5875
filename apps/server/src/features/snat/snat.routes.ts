import * as contract from '@gatewarden/contract/snat';
import type { Router } from '../../platform/http/router.ts';
import type { SnatService } from './snat.service.ts';

export function addSnatRoutes(router: Router, snat: SnatService): void {
  router.add(contract.listSnatBindings, ({ params }) => snat.list(params.id));
  router.add(contract.addSnatBinding, ({ origin, params, body }) =>
    snat.add(origin, params.id, body.user_id, body.public_ip),
  );
  router.add(contract.updateSnatBinding, ({ origin, params, body }) =>
    snat.update(origin, params.id, params.userId, body.public_ip),
  );
  router.add(contract.deleteSnatBinding, async ({ origin, params }) => {
    await snat.remove(origin, params.id, params.userId);
    return null;
  });
}
