import type { Tx } from '../../platform/database/database.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import type { AttentionFacts, Feature } from '../feature.ts';
import type { ManagedGroups } from '../groups/index.ts';
import type { ManagedUsers } from '../users/index.ts';
import { ldapExportEvents } from './ldap-export.events.ts';
import { addLdapExportRoutes } from './ldap-export.routes.ts';
import { createLdapExportService, type ExportSummary } from './ldap-export.service.ts';
import { markChangesOfEvents } from './mark-changes.ts';
import { runDueLdapExport, writeLdapChanges } from './run.job.ts';
import type { RunDependencies } from './run-export.ts';

interface Dependencies extends RunDependencies {
  readonly jobs: Pick<Jobs, 'enqueue'>;
  readonly users: { readonly managed: ManagedUsers };
  readonly groups: { readonly managed: ManagedGroups };
}

/** Users and groups that this instance writes to an LDAP directory. */
export function createLdapExport(dependencies: Dependencies) {
  const job = writeLdapChanges(dependencies);
  const requestRun = async (tx: Tx) => void (await dependencies.jobs.enqueue(tx, job, {}));
  markChangesOfEvents({ ...dependencies, requestRun });
  const service = createLdapExportService({ ...dependencies, requestRun });
  const feature: Feature = {
    name: 'ldap-export',
    addRoutes: (router) => addLdapExportRoutes(router, service),
    jobs: [job, runDueLdapExport(dependencies)],
    events: ldapExportEvents,
    attention: { ldap_export_stopped: async () => toAttention(await service.findSummary()) },
  };
  return { feature, findSummary: service.findSummary };
}

/** Applications that sign people in with LDAP may still accept those who left. */
function toAttention(summary: ExportSummary | undefined): AttentionFacts[] {
  if (summary?.state !== 'failed' && summary?.state !== 'refused') return [];
  const { state, stoppedAt: since } = summary;
  return [{ severity: state === 'failed' ? 'danger' : 'warning', since, details: { state } }];
}
