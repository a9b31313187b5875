import { accessActivity } from '@gatewarden/contract/access.names';
import { IconPlus, IconShieldLock, IconShieldQuestion } from '@tabler/icons-react';
import { createRoute } from '@tanstack/react-router';
import { loadTexts } from '../../i18n/i18n.ts';
import { fetchAhead } from '../../lib/fetch-ahead.ts';
import { lazy } from '../../lib/lazy.tsx';
import { count, oneOf, searchOf, text } from '../../lib/search.ts';
import type { EventAreas, NavigationEntry, PaletteEntry } from '../../modules/module.ts';
import { adminRoute, requireId } from '../../modules/parent-routes.ts';
import { screen, texts } from '../../modules/screen.ts';
import { aliasesQuery, rulesQuery } from './access.queries.ts';
import { questionReaders } from './explain-question.ts';
import { ruleParts } from './filter-rules.ts';
import type english from './texts/en.json';

declare module '../../i18n/resources.ts' {
  interface Texts {
    access: typeof english;
  }
}

const flag = 'wireguard_enabled';

const rulesRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: '/access-rules',
  staticData: { flag },
  validateSearch: searchOf({ q: text(254), show: oneOf(ruleParts) }),
  loader: ({ context: { queryClient, canFetchAdminPage } }) => {
    if (canFetchAdminPage(flag)) {
      fetchAhead(queryClient, rulesQuery());
      fetchAhead(queryClient, aliasesQuery());
    }
    return loadTexts('access', 'errors');
  },
  component: screen(() => import('./screens/rules-screen.tsx'), 'RulesScreen'),
});

const newRuleRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: '/access-rules/new',
  staticData: { flag },
  loader: texts('access', 'errors'),
  component: screen(() => import('./screens/new-rule-screen.tsx'), 'NewRuleScreen'),
});

const ruleRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: '/access-rules/$ruleId',
  staticData: { flag },
  beforeLoad: ({ params }) => requireId(params.ruleId),
  loader: texts('access', 'errors'),
  component: screen(() => import('./screens/rule-screen.tsx'), 'RuleScreen'),
});

const aliasesRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: '/access-rules/aliases',
  staticData: { flag },
  loader: texts('access', 'errors'),
  component: screen(() => import('./screens/aliases-screen.tsx'), 'AliasesScreen'),
});

const testsRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: '/access-rules/tests',
  staticData: { flag },
  loader: texts('access', 'errors'),
  component: screen(() => import('./screens/tests-screen.tsx'), 'TestsScreen'),
});

const explainRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: '/access-rules/explain',
  staticData: { flag },
  validateSearch: searchOf(questionReaders),
  loader: texts('access', 'errors'),
  component: screen(() => import('./screens/explain-screen.tsx'), 'ExplainScreen'),
});

const historyRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: '/access-rules/history',
  staticData: { flag },
  validateSearch: searchOf({ page: count }),
  loader: texts('access', 'errors'),
  component: screen(() => import('./screens/history-screen.tsx'), 'HistoryScreen'),
});

const versionRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: '/access-rules/history/$versionId',
  staticData: { flag },
  beforeLoad: ({ params }) => requireId(params.versionId),
  loader: texts('access', 'errors'),
  component: screen(() => import('./screens/version-screen.tsx'), 'VersionScreen'),
});

export const routes = {
  admin: [rulesRoute, newRuleRoute, aliasesRoute, testsRoute, explainRoute, historyRoute, versionRoute, ruleRoute],
} as const;

export const navigation: readonly NavigationEntry[] = [
  {
    group: 'network',
    to: '/access-rules',
    label: 'navigation.access_rules',
    icon: IconShieldLock,
    words: 'search:words.access_rules',
    flag,
  },
];

export const locationReview = lazy(async () => {
  const [{ LocationReview }] = await Promise.all([
    import('./components/location-review.tsx'),
    loadTexts('access', 'errors'),
  ]);
  return { default: LocationReview };
});

export const eventAreas = { access: accessActivity } as const satisfies EventAreas;

export const paletteEntries: readonly PaletteEntry[] = [
  {
    kind: 'action',
    label: 'access:add',
    icon: IconPlus,
    link: { to: '/access-rules/new' },
    access: 'admin',
    words: 'search:words.add_access_rule',
    flag,
    createsOn: ['/access-rules'],
  },
  {
    kind: 'page',
    label: 'access:explain.action',
    icon: IconShieldQuestion,
    link: { to: '/access-rules/explain' },
    access: 'admin',
    words: 'search:words.explain_access',
    flag,
  },
];
