import { globSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { EdgeService } from '@gatewarden/contract/edge/v1';
import { expect, it } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));
const page = readFileSync(`${root}/docs/edge.md`, 'utf8');
const section = page.slice(page.indexOf('## What a compromised edge can do'));
const rows = Array.from(section.matchAll(/^\| ([^|]+) \| ([^|]+) \| ([^|]+) \|$/gm)).slice(2);
const references = Array.from(section.matchAll(/`([\w.-]+)`: "([^"]+)"/g), ([, file = '', title = '']) => ({
  file,
  title,
}));

it('names a test for each attempt', () => {
  expect(rows.length).toBeGreaterThan(15);
  for (const [, attempt, , tests] of rows) expect(tests, attempt).toMatch(/`[\w.-]+`: "/);
});

it('names tests that exist', () => {
  const tests = globSync(['{apps,packages}/*/src/**/*.test.ts', 'tools/guides/*.test.ts'], { cwd: root });
  const missing = references.filter(({ file, title }) => {
    const found = tests.filter((path) => basename(path) === `${file}.test.ts`);
    return !found.some((path) => readFileSync(`${root}/${path}`, 'utf8').includes(`'${title}'`));
  });
  expect(missing).toEqual([]);
});

it('an edge contains no client of the database, and core serves it two calls', () => {
  const seen = new Set<string>();
  const visit = (workspace: string) => {
    const { dependencies = {} } = JSON.parse(readFileSync(`${root}/${workspace}/package.json`, 'utf8')) as {
      dependencies?: Record<string, string>;
    };
    for (const name of Object.keys(dependencies)) {
      if (seen.has(name)) continue;
      seen.add(name);
      if (name.startsWith('@gatewarden/')) visit(`packages/${name.slice('@gatewarden/'.length)}`);
    }
  };
  visit('apps/edge');
  expect(seen.size).toBeGreaterThan(8);
  for (const name of ['pg', 'kysely', '@gatewarden/server']) expect(seen).not.toContain(name);
  expect(EdgeService.methods.map(({ name }) => name)).toEqual(['Join', 'Serve']);
});
