import * as contract from '@gatewarden/contract/access';
import * as historyContract from '@gatewarden/contract/access-history';
import * as referencesContract from '@gatewarden/contract/access-references';
import * as testsContract from '@gatewarden/contract/access-tests';
import type { BodyOf } from '@gatewarden/contract/endpoint';
import type { Actor } from '../../platform/actor.ts';
import type { Router } from '../../platform/http/router.ts';
import { presentAccessTest, presentAlias, presentRule } from './access.present.ts';
import type { AccessTestsService } from './access-tests.service.ts';
import type { AliasesService } from './aliases.service.ts';
import type { Deploy } from './deploy.ts';
import type { Diff } from './diff.ts';
import type { Explain } from './explain.ts';
import { presentVersion, presentVersionDetails } from './history.present.ts';
import type { HistoryService } from './history.service.ts';
import type { ListRuleHits } from './hits.ts';
import type { LocationChange } from './read-policies.ts';
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
  router.add(contract.diffAccess, ({ actor, body }) =>
    diff(ownerOf(actor), { selection: selectionOf(body), location: locationOf(body) }),
  );
  router.add(historyContract.listAccessVersions, async ({ query }) => {
    const { versions, total } = await history.list(query.page);
    return { versions: versions.map(presentVersion), total };
  });
  router.add(historyContract.getAccessVersion, async ({ params }) => {
    const { version, objects } = await history.get(params.id);
    return presentVersionDetails(version, objects);
  });
  router.add(historyContract.diffAccessVersions, ({ actor, params, query }) =>
    history.diff(ownerOf(actor), { id: params.id, to: query.to }),
  );
  router.add(historyContract.restoreAccessVersion, async ({ origin, params }) => ({
    rules: await history.restore(origin, params.id),
  }));
  router.add(testsContract.listAccessTests, async () => (await tests.list()).map(presentAccessTest));
  router.add(testsContract.addAccessTest, async ({ origin, body }) => presentAccessTest(await tests.add(origin, body)));
  router.add(testsContract.updateAccessTest, async ({ origin, params, body }) =>
    presentAccessTest(await tests.update(origin, params.id, body)),
  );
  router.add(testsContract.deleteAccessTest, async ({ origin, params }) => {
    await tests.remove(origin, params.id);
    return null;
  });
  router.add(testsContract.runAccessTests, ({ actor, body }) => tests.run(ownerOf(actor), selectionOf(body)));
  router.add(contract.explainAccess, ({ body }) => explain(body));
  router.add(contract.listRuleHits, () => listHits());
  router.add(referencesContract.findAccessReferences, ({ query }) => findReferences(query.kind, query.id));
}

/** Of computations: an API token does not wait with the sessions of its owner, nor they with it. */
function ownerOf({ username, token }: Actor): string {
  return token ? `token ${token.id}` : username;
}

/** Ids of pending changes; both lists absent: all. */
function selectionOf({ rules, aliases }: { rules?: number[] | undefined; aliases?: number[] | undefined }) {
  return rules || aliases ? { rules: rules ?? [], aliases: aliases ?? [] } : 'all';
}

function locationOf({ location }: BodyOf<typeof contract.diffAccess>): LocationChange | undefined {
  if (!location) return undefined;
  const { id: locationId, acl_enabled: isEnforcing, acl_default_allow: allowByDefault } = location;
  return { locationId, isEnforcing, allowByDefault };
}
