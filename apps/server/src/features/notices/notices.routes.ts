import { listNotices, type Notice } from '@gatewarden/contract/notices';
import { toNaive } from '../../platform/http/naive-timestamp.ts';
import type { Router } from '../../platform/http/router.ts';
import type { ActiveNotice, NoticesService } from './notices.service.ts';

export function addNoticesRoutes(router: Router, notices: Pick<NoticesService, 'list'>): void {
  router.add(listNotices, async () => (await notices.list()).map(presentNotice));
}

function presentNotice({ kind, since, details = {} }: ActiveNotice): Notice {
  return { kind, since: since && toNaive(since), details };
}
