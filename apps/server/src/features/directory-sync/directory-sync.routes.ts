import * as contract from '@gatewarden/contract/directory-sync';
import { errorMessage } from '@gatewarden/contract/error-messages';
import { DomainError } from '@gatewarden/contract/errors';
import type { Router } from '../../platform/http/router.ts';
import type { DirectorySource } from './directory-source.ts';
import { presentOverview, presentRun, presentRunDetails } from './directory-sync.present.ts';
import type { DirectorySyncService } from './directory-sync.service.ts';

export function addDirectorySyncRoutes(router: Router, sync: DirectorySyncService, source: DirectorySource): void {
  router.add(contract.getDirectorySync, async () => presentOverview(await sync.overview()));
  router.add(contract.previewDirectorySync, async ({ actor, origin }) => ({ id: await sync.preview(actor, origin) }));
  router.add(contract.runDirectorySync, async ({ actor, origin }) => ({ id: await sync.run(actor, origin) }));
  router.add(contract.confirmDirectorySync, async ({ actor, origin, params, body }) => ({
    id: await sync.confirm(actor, origin, params.id, body.administrators),
  }));
  router.add(contract.listDirectorySyncRuns, async () => (await sync.list()).map(presentRun));
  router.add(contract.getDirectorySyncRun, async ({ params }) => presentRunDetails(await sync.get(params.id)));
  router.add(contract.testDirectorySync, async () => {
    try {
      await source.test();
      return { success: true, message: 'The directory can be read' };
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      return { success: false, message: errorMessage[error.code] };
    }
  });
}
