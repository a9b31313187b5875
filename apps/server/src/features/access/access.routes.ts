import * as contract from '@gatewarden/contract/access';
import * as historyContract from '@gatewarden/contract/access-history';
import * as referencesContract from '@gatewarden/contract/access-references';
import * as testsContract from '@gatewarden/contract/access-tests';
import type { Router } from '../../platform/http/router.ts';
import { presentAlias, presentRule } from './access.present.ts';
import type { AccessTestsService } from './access-tests.service.ts';
import type { AliasesService } from './aliases.service.ts';
import type { Deploy } from './deploy.ts';
import type { Diff } from './diff.ts';
import type { Explain } from './explain.ts';
import type { HistoryService } from './history.service.ts';
import type { ListRuleHits } from './hits.ts';
import type { FindReferences } from './references.ts';
import type { RulesService } from './rules.service.ts';

interface Services {
  readonly rules: RulesService;
  readonly aliases: AliasesService;
  readonly deploy: Deploy;
  readonly diff: Diff;
  readonly history: HistoryService;
  readonly tests: AccessTestsService;
  readonly explain: Explain;
  readonly listHits: ListRuleHits;
  readonly findReferences: FindReferences;
}

export function addAccessRoutes(
  router: Router,
  { rules, aliases, deploy, diff, history, tests, explain, listHits, findReferences }: Services,
): void {
  router.add(contract.listAccessRules, async () => (await rules.list()).map(presentRule));
  router.add(contract.getAccessRule, async ({ params }) => presentRule(await rules.get(params.id)));
  router.add(contract.addAccessRule, async ({ origin, body }) => presentRule(await rules.add(origin, body)));
  router.add(contract.updateAccessRule, async ({ origin, params, body }) =>
    presentRule(await rules.update(origin, params.id, body)),
  );
  router.add(contract.deleteAccessRule, async ({ origin, params }) => {
    await rules.remove(origin, params.id);
    return null;
  });
  router.add(contract.applyAccessRules, async ({ origin, body }) => {
    await deploy(origin, { rules: body.rules, aliases: [] });
    return null;
  });
  router.add(contract.listAccessAliases, async () => (await aliases.list()).map(presentAlias));
  router.add(contract.getAccessAlias, async ({ params }) => presentAlias(await aliases.get(params.id)));
  router.add(contract.addAccessAlias, async ({ origin, body }) => presentAlias(await aliases.add(origin, body)));
  router.add(contract.updateAccessAlias, async ({ origin, params, body }) =>
    presentAlias(await aliases.update(origin, params.id, body)),
  );
  router.add(contract.deleteAccessAlias, async ({ origin, params }) => {
    await aliases.remove(origin, params.id);
    return null;
  });
  router.add(contract.applyAccessAliases, async ({ origin, body }) => {
    await deploy(origin, { rules: [], aliases: body.aliases });
    return null;
  });
  router.add(contract.deployAccess, ({ origin, body }) => deploy(origin, body, body.override_reason));
  router.add(contract.diffAccess, ({ body }) => diff(selectionOf(body)));
  router.add(historyContract.listAccessVersions, ({ query }) => history.list(query.page));
  router.add(historyContract.getAccessVersion, ({ params }) => history.get(params.id));
  router.add(historyContract.diffAccessVersions, ({ params, query }) => history.diff(params.id, query.to));
  router.add(historyContract.restoreAccessVersion, async ({ origin, params }) => ({
    rules: await history.restore(origin, params.id),
  }));
  router.add(testsContract.listAccessTests, () => tests.list());
  router.add(testsContract.addAccessTest, ({ origin, body }) => tests.add(origin, body));
  router.add(testsContract.updateAccessTest, ({ origin, params, body }) => tests.update(origin, params.id, body));
  router.add(testsContract.deleteAccessTest, async ({ origin, params }) => {
    await tests.remove(origin, params.id);
    return null;
  });
  router.add(testsContract.runAccessTests, ({ body }) => tests.run(selectionOf(body)));
  router.add(contract.explainAccess, ({ body }) => explain(body));
  router.add(contract.listRuleHits, () => listHits());
  router.add(referencesContract.findAccessReferences, ({ query }) => findReferences(query.kind, query.id));
}

/** Ids of pending changes; both lists absent: all. */
function selectionOf({ rules, aliases }: { rules?: number[] | undefined; aliases?: number[] | undefined }) {
  return rules || aliases ? { rules: rules ?? [], aliases: aliases ?? [] } : 'all';
}
