import type { Database } from '../../platform/database/database.ts';
import type { Events } from '../../platform/events/events.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Feature } from '../feature.ts';
import { accessEvents } from './access.events.ts';
import { addAccessRoutes } from './access.routes.ts';
import { createAccessTests } from './access-tests.service.ts';
import { createActiveRules } from './active-rules.ts';
import { createAliasesService } from './aliases.service.ts';
import { createAnalysis } from './analysis.ts';
import { createDeploy } from './deploy.ts';
import { createDiff } from './diff.ts';
import { expireRules } from './expire-rules.job.ts';
import { createExplain } from './explain.ts';
import { createHistory } from './history.service.ts';
import { createListRuleHits } from './hits.ts';
import { historyLimits, purgeHistory } from './purge-history.job.ts';
import { recordVersionsOnChanges } from './record-versions.ts';
import { createFindReferences, restoreReferencesOfGroups } from './references.ts';
import { createRulesService } from './rules.service.ts';

interface Dependencies {
  readonly db: Database;
  readonly events: Events;
  readonly clock: Clock;
}

/** Access rules and their aliases: who may reach what through a location. Gateways enforce those that are deployed. */
export function createAccess({ db, events, clock }: Dependencies) {
  const analysis = createAnalysis();
  const services = {
    rules: createRulesService({ db, events }),
    aliases: createAliasesService({ db, events }),
    deploy: createDeploy({ db, events, clock, analysis }),
    diff: createDiff({ db, clock, analysis }),
    history: createHistory({ db, events, clock, analysis }),
    tests: createAccessTests({ db, events, clock, analysis }),
    explain: createExplain({ db, clock }),
    listHits: createListRuleHits({ db, clock }),
    findReferences: createFindReferences({ db }),
  };
  restoreReferencesOfGroups(events);
  recordVersionsOnChanges({ events, clock });
  const feature: Feature = {
    name: 'access',
    addRoutes: (router) => addAccessRoutes(router, services),
    jobs: [expireRules(events), purgeHistory(historyLimits)],
    events: accessEvents,
  };
  return { activeRules: createActiveRules({ clock }), feature };
}
