import * as contract from '@gatewarden/contract/support';
import type { Router } from '../../platform/http/router.ts';
import type { SupportService } from './support.service.ts';

export function addSupportRoutes(router: Router, support: SupportService): void {
  router.add(contract.getSupportOverview, () => support.overview());
  router.add(contract.getSupportConfiguration, () => support.configuration());
  router.addDownload(contract.getSupportLogs, () => ({
    name: 'gatewarden-log.txt',
    contentType: 'text/plain; charset=utf-8',
    content: support.logs(),
  }));
  router.add(contract.sendSupportMail, async ({ actor, origin, body }) => {
    await support.mail({ actor, origin }, body.to, body.language ?? 'en');
    return {};
  });
}
