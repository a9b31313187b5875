import * as contract from '@gatewarden/contract/edges';
import { requireReauthenticationOfSession } from '../../platform/actor.ts';
import type { Router } from '../../platform/http/router.ts';
import type { EdgesService } from './edges.service.ts';

export function addEdgesRoutes(router: Router, edges: EdgesService): void {
  router.add(contract.listEdges, () => edges.list());
  router.add(contract.addEdge, ({ origin, body }) => edges.add(origin, body.address));
  router.add(
    contract.getEdgeToken,
    async ({ actor, origin, params }) => {
      requireReauthenticationOfSession(actor);
      return { token: await edges.token(origin, params.id) };
    },
    { checkHead: ({ params }) => edges.require(params.id) },
  );
  router.add(contract.rotateEdgeToken, async ({ actor, origin, params }) => {
    requireReauthenticationOfSession(actor);
    return { token: await edges.rotateToken(origin, params.id) };
  });
  router.add(contract.deleteEdge, async ({ origin, params }) => {
    await edges.remove(origin, params.id);
    return {};
  });
}
