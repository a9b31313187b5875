import * as contract from '@gatewarden/contract/access';
import type { Router } from '../../platform/http/router.ts';
import { presentAlias, presentRule } from './access.present.ts';
import type { AliasesService } from './aliases.service.ts';
import type { Deploy } from './deploy.ts';
import type { Diff } from './diff.ts';
import type { Explain } from './explain.ts';
import type { RulesService } from './rules.service.ts';

interface Services {
  readonly rules: RulesService;
  readonly aliases: AliasesService;
  readonly deploy: Deploy;
  readonly diff: Diff;
  readonly explain: Explain;
}

export function addAccessRoutes(router: Router, { rules, aliases, deploy, diff, explain }: Services): void {
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
  router.add(contract.deployAccess, ({ origin, body }) => deploy(origin, body));
  router.add(contract.diffAccess, ({ body: { rules: ruleIds, aliases: aliasIds } }) =>
    diff(ruleIds || aliasIds ? { rules: ruleIds ?? [], aliases: aliasIds ?? [] } : 'all'),
  );
  router.add(contract.explainAccess, ({ body }) => explain(body));
}
