import { globSync, readFileSync } from 'node:fs';
import { basename, dirname, join, normalize } from 'node:path';
import { expect, it } from 'vitest';
import { root } from '../workspace.mjs';
import { idOf, listGuideBlocks, listPages } from './guide-blocks.ts';
import { manualBlocks } from './manual-blocks.ts';

const read = (path: string) => readFileSync(join(root, path), 'utf8');
const exclude = (path: string) => path === 'node_modules' || path.endsWith('/node_modules');
const testFiles = globSync(['apps/*/test/**/*.ts', 'apps/**/*.test.ts', 'e2e/**/*.ts', 'tools/guides/*.ts'], {
  cwd: root,
  exclude,
}).filter((path) => !path.endsWith('/manual-blocks.ts'));
const tests = testFiles.map(read).join('\n');
const claimed = new Set(Array.from(tests.matchAll(/'([\w-]+\.md#[\w-]+)'/g), ([, id]) => id));
const blocks = listGuideBlocks();

it('names every block of the documentation once', () => {
  expect(blocks.filter(({ name }) => name === '')).toEqual([]);
  const ids = blocks.map(idOf);
  expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
});

it('runs every block in a test, or gives a reason', () => {
  const ids = blocks.map(idOf);
  expect(ids.filter((id) => !claimed.has(id) && !(id in manualBlocks))).toEqual([]);
  expect(Object.keys(manualBlocks).filter((id) => claimed.has(id) || !ids.includes(id))).toEqual([]);
});

it('uses every file of docs/examples in a test', () => {
  const names = globSync('*', { cwd: join(root, 'docs/examples') });
  const commands = blocks.filter((block) => claimed.has(idOf(block))).map(({ text }) => text);
  const isUsed = (name: string) =>
    [tests, ...commands].some((text) => new RegExp(`['/]${RegExp.escape(name)}['\\s]`).test(text));
  expect(names.filter((name) => !isUsed(name))).toEqual([]);
});

it('links only to files and headings that exist', () => {
  const broken = listPages().flatMap((page) =>
    linksOf(page)
      .filter((link) => !leadsSomewhere(page, link))
      .map((link) => `${page}: ${link}`),
  );
  expect(broken).toEqual([]);
});

it('names only tests that exist', () => {
  const files = globSync(['{apps,packages,e2e,tools}/**/*.{test,spec}.{ts,tsx}'], { cwd: root, exclude });
  const names = new Set(files.map((path) => basename(path)));
  const named = listPages().flatMap((page) => Array.from(read(page).matchAll(/`([\w.-]+\.(?:test|spec)\.tsx?)`/g)));
  // names such as x.test.ts are patterns in CONTRIBUTING.md
  expect(named.map(([, name = '']) => name).filter((name) => !names.has(name) && !name.startsWith('x.'))).toEqual([]);
});

it('lists every page in docs/README.md', () => {
  const listed = new Set(linksOf('docs/README.md').map((link) => normalize(join('docs', link.split('#')[0] ?? ''))));
  const pages = listPages().filter((page) => page !== 'docs/README.md' && !page.startsWith('docs/decisions/'));
  expect(pages.filter((page) => !listed.has(page))).toEqual([]);
});

function linksOf(page: string): string[] {
  const prose = read(page).replaceAll(/^( *)```[\s\S]*?^\1```$/gm, '');
  const links = Array.from(prose.matchAll(/\]\(([^)\s]+)\)/g), ([, link = '']) => link);
  return links.filter((link) => !/^(https?|mailto):/.test(link));
}

function leadsSomewhere(page: string, link: string): boolean {
  const [file = '', heading] = link.split('#');
  const path = file === '' ? page : normalize(join(dirname(page), file));
  if (globSync(path.replace(/\/$/, ''), { cwd: root }).length === 0) return false;
  return heading === undefined || anchorsOf(path).has(heading);
}

/** Anchors of headings, as GitHub generates them. */
function anchorsOf(path: string): Set<string> {
  const headings = Array.from(read(path).matchAll(/^#+ (.*)$/gm), ([, heading = '']) => heading);
  return new Set(
    headings.map((heading) =>
      heading
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{N}\- _]/gu, '')
        .replaceAll(' ', '-'),
    ),
  );
}
