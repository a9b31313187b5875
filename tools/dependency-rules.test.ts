import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { cruise, type ICruiseResult } from 'dependency-cruiser';
import { afterEach, describe, expect, it } from 'vitest';
import config from '../.dependency-cruiser.cjs';

const { forbidden, options } = config;
const { enhancedResolveOptions, ...cruiseOptions } = options;

type Tree = Record<string, string[]>;
let folder: string | undefined;
afterEach(() => rmSync(folder ?? '', { recursive: true, force: true }));

const server = 'apps/server/src';
const features = `${server}/features`;

/** For each rule, files with their imports, one of which it must forbid. Import paths are relative to the file. */
const broken: Record<string, Tree> = {
  'no-cycles': { [`${server}/platform/a.ts`]: ['type ./b.ts'], [`${server}/platform/b.ts`]: ['./a.ts'] },
  'no-feature-cycles': {
    [`${features}/auth/index.ts`]: ['../info/index.ts'],
    [`${features}/info/index.ts`]: [],
    [`${features}/info/deep/inner.ts`]: ['type ../../auth/index.ts'],
  },
  'enter-by-the-index': {
    [`${features}/auth/a.ts`]: ['../info/info.service.ts'],
    [`${features}/info/info.service.ts`]: [],
  },
  'app-is-the-top': { [`${features}/auth/a.ts`]: ['../../app/start.ts'], [`${server}/app/start.ts`]: [] },
  'ports-not-adapters': {
    [`${features}/auth/a.ts`]: ['../../adapters/smtp/smtp.ts'],
    [`${server}/adapters/smtp/smtp.ts`]: [],
  },
  'plumbing-knows-no-product': {
    [`${server}/platform/a.ts`]: ['../features/auth/index.ts'],
    [`${features}/auth/index.ts`]: [],
  },
  'plumbing-knows-no-calls': { [`${server}/platform/a.ts`]: ['type @gatewarden/contract/users'] },
  'adapters-know-their-port': {
    [`${server}/adapters/smtp/a.ts`]: ['../ldap/b.ts'],
    [`${server}/adapters/ldap/b.ts`]: [],
  },
  'sql-in-queries': { [`${features}/auth/auth.service.ts`]: ['kysely'] },
  'calls-in-queries': {
    'apps/console/src/features/users/screens/users-screen.tsx': ['../../../lib/call.ts'],
    'apps/console/src/lib/call.ts': [],
  },
  'apps-stand-apart': { 'apps/gateway/src/a.ts': ['../../server/src/b.ts'], [`${server}/b.ts`]: [] },
  'packages-know-no-app': { 'packages/net/src/a.ts': ['../../../apps/server/src/b.ts'], [`${server}/b.ts`]: [] },
  'contract-needs-little': { 'packages/contract/src/a.ts': ['kysely'] },
  'log-output-needs-nothing': {
    'packages/log-output/src/a.ts': ['../../net/src/b.ts'],
    'packages/net/src/b.ts': [],
  },
  'tunnel-needs-net': {
    'packages/tunnel/src/a.ts': ['../../link/src/b.ts'],
    'packages/link/src/b.ts': [],
  },
  'access-needs-net': {
    'packages/access/src/a.ts': ['../../contract/src/b.ts'],
    'packages/contract/src/b.ts': [],
  },
  'listener-needs-little': {
    'packages/listener/src/a.ts': ['../../link/src/b.ts'],
    'packages/link/src/b.ts': [],
  },
  'process-needs-nothing': {
    'packages/process/src/a.ts': ['../../net/src/b.ts'],
    'packages/net/src/b.ts': [],
  },
  'link-knows-no-component': {
    'packages/link/src/a.ts': ['../../log-output/src/b.ts'],
    'packages/log-output/src/b.ts': [],
  },
  'net-needs-nothing': { 'packages/net/src/a.ts': ['node:crypto'] },
  'listeners-are-not-imported': {
    [`${features}/users/a.ts`]: ['../webhooks/index.ts'],
    [`${features}/webhooks/index.ts`]: [],
  },
  'imports-are-found': { [`${server}/platform/a.ts`]: ['./nowhere.ts'] },
  ...Object.fromEntries(
    [
      'access/gateways',
      'links/gateways',
      'devices/access',
      'locations/devices',
      'groups/locations',
      'users/groups',
      'settings/users',
      'licence/users',
    ].map((edge) => {
      const [from, to] = edge.split('/');
      const tree = { [`${features}/${from}/a.ts`]: [`../${to}/index.ts`], [`${features}/${to}/index.ts`]: [] };
      return [`arrows-run-one-way-${from}`, tree];
    }),
  ),
};

/** Files with imports that all rules allow. */
const allowed: Tree = {
  [`${server}/main.ts`]: ['./app/start.ts'],
  [`${server}/app/start.ts`]: ['../adapters/smtp/smtp.ts', '../features/gateways/index.ts', '../platform/http.ts'],
  [`${server}/platform/http.ts`]: ['@gatewarden/contract/endpoint', 'type @gatewarden/contract/errors', 'node:http'],
  [`${server}/ports/mailer.ts`]: [],
  [`${server}/adapters/smtp/smtp.ts`]: [
    './line.ts',
    '../../ports/mailer.ts',
    '../../platform/http.ts',
    '@gatewarden/net/a',
  ],
  [`${server}/adapters/smtp/line.ts`]: [],
  [`${features}/gateways/index.ts`]: ['./gateways.queries.ts', './parts/peer.ts', '../devices/index.ts'],
  [`${features}/gateways/parts/peer.ts`]: ['../gateways.queries.ts'],
  [`${features}/gateways/gateways.queries.ts`]: ['kysely', 'type @gatewarden/contract/users'],
  [`${features}/devices/index.ts`]: ['../settings/index.ts', '../../ports/mailer.ts'],
  [`${features}/settings/index.ts`]: ['../licence/index.ts'],
  [`${features}/licence/index.ts`]: [],
  [`${features}/webhooks/index.ts`]: ['../devices/index.ts'],
  'apps/console/src/app/router.tsx': ['../features/users/screens/users-screen.tsx'],
  'apps/console/src/features/users/screens/users-screen.tsx': ['../users.queries.ts'],
  'apps/console/src/features/users/users.queries.ts': ['../../lib/call.ts', '@gatewarden/contract/users'],
  'apps/console/src/features/users/index.ts': ['./components/user-name.tsx'],
  'apps/console/src/features/users/components/user-name.tsx': ['../users.queries.ts'],
  'apps/console/src/lib/call.ts': ['@gatewarden/contract/endpoint'],
  'packages/contract/src/primitives.ts': ['zod', '@gatewarden/net/a'],
};

/** Names of the rules that a tree violates. */
async function brokenRules(tree: Tree, texts: Record<string, string> = {}): Promise<string[]> {
  folder = mkdtempSync(join(tmpdir(), 'dependency-rules-'));
  writeTree(folder, tree, texts);
  const settings = { ...cruiseOptions, ruleSet: { forbidden }, validate: true, baseDir: folder };
  const { output } = await cruise(['apps', 'packages'], { ...settings, outputType: 'json' }, enhancedResolveOptions);
  const { summary }: ICruiseResult = typeof output === 'string' ? JSON.parse(output) : output;
  return [...new Set(summary.violations.map((violation) => violation.rule.name))].sort();
}

function writeTree(base: string, tree: Tree, texts: Record<string, string>): void {
  const packages = ['contract', 'net'].map((name) => [
    `packages/${name}/package.json`,
    JSON.stringify({ name: `@gatewarden/${name}`, type: 'module', exports: { './*': './src/*.ts' } }),
  ]);
  const libraries = ['kysely', 'zod'].flatMap((name) => [
    [`node_modules/${name}/package.json`, JSON.stringify({ name, type: 'module', exports: './index.js' })],
    [`node_modules/${name}/index.js`, 'export {};'],
  ]);
  const ours = ['contract/src/endpoint', 'contract/src/errors', 'contract/src/users', 'net/src/a'];
  const files = new Map([
    ...[...packages, ...libraries].map(([path = '', text = '']) => [path, text] as const),
    ...ours.map((name) => [`packages/${name}.ts`, 'export {};'] as const),
    ['apps/server/package.json', '{}'],
    ...Object.entries(tree).map(([path, imports]) => [path, imports.map(importLine).join('\n')] as const),
    ...Object.entries(texts),
  ]);
  for (const [path, text] of files) {
    mkdirSync(dirname(join(base, path)), { recursive: true });
    writeFileSync(join(base, path), text);
  }
  mkdirSync(join(base, 'node_modules/@gatewarden'));
  for (const name of ['contract', 'net']) {
    symlinkSync(`../../packages/${name}`, join(base, 'node_modules/@gatewarden', name));
  }
}

function importLine(target: string, index: number): string {
  const name = `import${index}`;
  return target.startsWith('type ')
    ? `import type { ${name} } from '${target.slice(5)}'; export type T${index} = ${name};`
    : `import { ${name} } from '${target}'; export const v${index} = ${name};`;
}

describe('the dependency rules', () => {
  it('have a violating tree for each rule', () => {
    expect(Object.keys(broken).sort()).toEqual(forbidden.map((rule) => rule.name).sort());
  });

  it.each(Object.keys(broken))('report a violation of %s', async (rule) => {
    expect(await brokenRules(broken[rule] ?? {})).toContain(rule);
  });

  it('detect imports inside `using` declarations', async () => {
    const text = "await using a = (await import('./nowhere.ts')).open(); for (using b of [a]) b.read();";
    expect(await brokenRules({}, { [`${server}/platform/a.ts`]: text })).toEqual(['imports-are-found']);
  });

  it('accept code without violations', async () => {
    expect(await brokenRules(allowed)).toEqual([]);
  });
});
