import * as contract from '@gatewarden/contract/directory-sync';
import type { Router } from '../../platform/http/router.ts';
import type { ListSources } from './directory-source.ts';
import { presentOverview, presentRun, presentRunDetails } from './directory-sync.present.ts';
import type { DirectorySyncService } from './directory-sync.service.ts';
import { testDirectory } from './test-directory.ts';

export function addDirectorySyncRoutes(router: Router, sync: DirectorySyncService, listSources: ListSources): void {
  router.add(contract.listDirectorySources, async () => (await sync.overviews()).map(presentOverview));
  router.add(contract.getDirectorySync, async ({ query }) => presentOverview(await sync.overview(query.source)));
  router.add(contract.previewDirectorySync, async ({ actor, origin, query }) => ({
    id: await sync.preview(actor, origin, query.source),
  }));
  router.add(contract.runDirectorySync, async ({ actor, origin, query }) => ({
    id: await sync.run(actor, origin, query.source),
  }));
  router.add(contract.confirmDirectorySync, async ({ actor, origin, params, body }) => ({
    id: await sync.confirm(actor, origin, params.id, body.administrators),
  }));
  router.add(contract.listDirectorySyncRuns, async ({ query }) => (await sync.list(query.source)).map(presentRun));
  router.add(contract.getDirectorySyncRun, async ({ params }) => presentRunDetails(await sync.get(params.id)));
  router.add(contract.testDirectorySync, ({ query }) => testDirectory(listSources, query.source));
}
