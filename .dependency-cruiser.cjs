/**
 * Who may import whom. Type imports count: the parser is swc, which sees them without being asked to, so
 * `tsPreCompilationDeps` (an option of the TypeScript parser) is left out. Every rule has a tree that breaks it in
 * tools/dependency-rules.test.ts.
 */

require('./tools/swc-visitor.cjs');

/** @param {import('dependency-cruiser').IRegularForbiddenRuleType} rule */
const error = (rule) => ({ ...rule, severity: /** @type {const} */ ('error') });

// The server's arrows run one way, from left to right. What would point backwards becomes an event.
const order = ['gateways', 'links', 'access', 'devices', 'locations', 'groups', 'users', 'settings', 'licence'];
// These hear of everything by events, so nothing knows them.
const listeners = 'activity-log|activity-streams|delivery|webhooks';

const arrows = order.slice(1, -1).map((feature, index) =>
  error({
    name: `arrows-run-one-way-${feature}`,
    from: { path: `^apps/server/src/features/${feature}/` },
    to: { path: `^apps/server/src/features/(${order.slice(0, index + 1).join('|')})/` },
  }),
);

// Settings and licence stand side by side at the end of the arrows.
const last = error({
  name: 'arrows-run-one-way-licence',
  from: { path: '^apps/server/src/features/licence/' },
  to: { path: `^apps/server/src/features/(${order.slice(0, -2).join('|')})/` },
});

module.exports = {
  forbidden: [
    error({ name: 'no-cycles', from: {}, to: { circular: true } }),
    error({
      name: 'no-feature-cycles',
      scope: 'folder',
      from: { path: '/src/features/[^/]+$' },
      to: { path: '/src/features/[^/]+$', circular: true },
    }),
    error({
      name: 'enter-by-the-index',
      from: { path: '^apps/([^/]+)/src/features/([^/]+)/' },
      to: { path: '^apps/$1/src/features/(?!$2/)[^/]+/(?!index\\.ts$)' },
    }),
    error({
      name: 'app-is-the-top',
      from: { path: '^apps/[^/]+/src/(?!app/|main\\.)' },
      to: { path: '^apps/[^/]+/src/(app/|main\\.)' },
    }),
    error({
      name: 'ports-not-adapters',
      from: { path: '^apps/[^/]+/src/(?!app/|main\\.|adapters/)' },
      to: { path: '^apps/[^/]+/src/adapters/' },
    }),
    error({
      name: 'plumbing-knows-no-product',
      from: { path: '^apps/[^/]+/src/(platform|ports|ui|lib|modules)/' },
      to: { path: '^apps/[^/]+/src/(features|adapters)/' },
    }),
    error({
      name: 'plumbing-knows-no-calls',
      from: { path: '^apps/[^/]+/src/(platform|ports|ui|lib)/' },
      to: {
        path: '^packages/contract/',
        pathNot: '^packages/contract/src/(edge-endpoint|endpoint|errors|error-messages|licensed-features|scopes)\\.ts$',
      },
    }),
    error({
      name: 'adapters-know-their-port',
      from: { path: '^apps/([^/]+)/src/adapters/([^/]+)/' },
      to: {
        path: '^(apps|packages)/',
        pathNot: [
          '^apps/$1/src/(ports|platform)/',
          '^apps/$1/src/adapters/$2/',
          '^packages/(link|net|process|tunnel)/',
        ],
      },
    }),
    error({
      name: 'sql-in-queries',
      from: { path: '^apps/server/src/features/', pathNot: '\\.queries\\.ts$' },
      to: { path: 'node_modules/(kysely|pg)/' },
    }),
    // Components send changes through hooks, all of which have the guard of `useMutation`.
    error({
      name: 'calls-in-queries',
      from: { path: '^apps/console/src/(app|features|ui)/', pathNot: '\\.queries\\.ts$' },
      to: { path: '^apps/console/src/lib/call\\.ts$' },
    }),
    error({
      name: 'apps-stand-apart',
      from: { path: '^apps/([^/]+)/' },
      to: { path: '^apps/(?!$1/)' },
    }),
    error({
      name: 'packages-know-no-app',
      from: { path: '^packages/' },
      to: { path: '^(apps|bench|demo|e2e|tools)/' },
    }),
    error({
      name: 'contract-needs-little',
      from: { path: '^packages/contract/(?!tools/)' },
      to: { pathNot: ['^packages/(contract|net)/', 'node_modules/zod/', 'node_modules/@bufbuild/protobuf/'] },
    }),
    error({
      name: 'log-output-needs-nothing',
      from: { path: '^packages/log-output/' },
      to: { path: '^(apps|packages)/', pathNot: '^packages/log-output/' },
    }),
    error({
      name: 'listener-needs-little',
      from: { path: '^packages/listener/' },
      to: { path: '^(apps|packages)/', pathNot: '^packages/(contract/src|listener|net)/' },
    }),
    error({
      name: 'process-needs-nothing',
      from: { path: '^packages/process/' },
      to: { path: '^(apps|packages)/', pathNot: '^packages/process/' },
    }),
    error({
      name: 'link-knows-no-component',
      from: { path: '^packages/link/' },
      to: { path: '^(apps|packages)/', pathNot: '^packages/(contract/src|link|net|process)/' },
    }),
    error({
      name: 'tunnel-needs-net',
      from: { path: '^packages/tunnel/' },
      to: { path: '^(apps|packages)/', pathNot: '^packages/(net|tunnel)/' },
    }),
    error({
      name: 'access-needs-net',
      from: { path: '^packages/access/' },
      to: { path: '^(apps|packages)/', pathNot: '^packages/(access|net)/' },
    }),
    error({ name: 'net-needs-nothing', from: { path: '^packages/net/' }, to: { pathNot: '^packages/net/' } }),
    error({
      name: 'listeners-are-not-imported',
      from: { path: `^apps/server/src/features/(?!(${listeners})/)` },
      to: { path: `^apps/server/src/features/(${listeners})/` },
    }),
    ...arrows,
    last,
    // An import that leads nowhere would slip past every rule above.
    error({ name: 'imports-are-found', from: {}, to: { couldNotResolve: true } }),
  ],
  options: {
    parser: /** @type {const} */ ('swc'),
    doNotFollow: { path: 'node_modules' },
    exclude: { path: ['\\.test\\.tsx?$', '^(apps|packages)/[^/]+/test/', '^packages/contract/gen/', '/dist/'] },
    enhancedResolveOptions: {
      extensions: ['.ts', '.tsx', '.js', '.mjs', '.json', '.d.ts'],
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'types', 'default'],
      mainFields: ['module', 'main', 'types'],
    },
  },
};
