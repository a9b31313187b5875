import { globSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { workspaces } from '../workspace.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const page = readFileSync(`${root}/docs/architecture.md`, 'utf8');
const rows = Array.from(page.matchAll(/^\| `([^`]+)` \| ([^|]+) \|/gm), ([, name = '', second = '']) => ({
  name,
  second,
}));

it('names every workspace once', () => {
  const named = rows.map(({ name }) => name).filter((name) => name.includes('/'));
  expect(named.toSorted()).toEqual(workspaces());
});

it('names every feature once, with the apps that contain it', () => {
  const foldersIn = (app: string) =>
    globSync(`apps/${app}/src/features/*/`, { cwd: root }).map((path) => basename(path));
  const [core, console] = [new Set(foldersIn('server')), new Set(foldersIn('console'))];
  const expected = [...core.union(console)].toSorted().map((name) => ({
    name,
    second: [...(core.has(name) ? ['core'] : []), ...(console.has(name) ? ['console'] : [])].join(', '),
  }));
  expect(rows.filter(({ name }) => !name.includes('/'))).toEqual(expected);
});
