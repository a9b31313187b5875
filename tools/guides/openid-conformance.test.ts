import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { plans } from '../../apps/server/test/openid/conformance/plans.ts';

const page = readFileSync(new URL('../../docs/openid-conformance.md', import.meta.url), 'utf8');

/** The modules of the tables below the name of a plan, with the second column. */
function rowsOf(section: string, heading: string): string[][] {
  const table = section.split(`| Module | ${heading} |\n`)[1]?.split('\n\n')[0] ?? '';
  return Array.from(table.matchAll(/^\| `([^`]+)` \| (.+) \|$/gm), ([, name = '', text = '']) => [name, text]);
}

it('lists each module of the conformance suite as the tests have it', () => {
  const listed = page.split('\n## ').slice(1);
  const described = listed.map((section) => ({
    plan: /^Plan `([\w-]+)`/m.exec(section)?.[1],
    tested: rowsOf(section, 'Condition').map(([name]) => name),
    notApplicable: Object.fromEntries(rowsOf(section, 'Not applicable because')),
  }));
  expect(described).toEqual(
    Object.entries(plans).map(([plan, { tested, notApplicable }]) => ({ plan, tested, notApplicable })),
  );
});
