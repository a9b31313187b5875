import { acknowledgeRestore } from '@gatewarden/contract/history';
import type { Router } from '../../platform/http/router.ts';
import type { History } from './history.service.ts';

export function addHistoryRoutes(router: Router, history: Pick<History, 'acknowledge'>): void {
  router.add(acknowledgeRestore, async ({ origin }) => {
    await history.acknowledge(origin);
    return null;
  });
}
