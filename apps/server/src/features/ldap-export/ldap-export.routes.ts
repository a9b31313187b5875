import * as contract from '@gatewarden/contract/ldap-export';
import type { Router } from '../../platform/http/router.ts';
import { presentExport } from './ldap-export.present.ts';
import type { LdapExportService } from './ldap-export.service.ts';

export function addLdapExportRoutes(router: Router, service: LdapExportService): void {
  router.add(contract.getLdapExport, async () => presentExport(await service.overview()));
  router.add(contract.runLdapExport, async ({ origin }) => {
    await service.run(origin);
    return {};
  });
  router.add(contract.takeOverLdapEntries, ({ origin }) => service.takeOver(origin));
}
