import { globSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** A fenced block of a page, such as ```sh install-unit. */
export interface GuideBlock {
  /** Path from `docs/`; `../README.md` for pages outside of it. */
  readonly page: string;
  readonly language: string;
  /** The second word behind the fence; empty when there is none. */
  readonly name: string;
  /** Without the indentation of the list that it is part of. */
  readonly text: string;
}

/** Output, formats and diagrams: nothing that a reader runs or installs. */
const shownLanguages = new Set(['text', 'mermaid']);

/** Every page of the documentation, as a path from the root. */
export function listPages(): string[] {
  const pages = globSync(['README.md', 'CONTRIBUTING.md', 'docs/**/*.md'], { cwd: root });
  // the plan of the open issue is no documentation
  return pages.filter((page) => page !== 'docs/plan.md').toSorted();
}

/** Every block of every page that a reader runs or installs. */
export function listGuideBlocks(): GuideBlock[] {
  return listPages()
    .flatMap(blocksOf)
    .filter(({ language }) => !shownLanguages.has(language));
}

/**
 * The text of a block by its id, such as `installation.md#unit`. A test that calls this runs the block; the id must be a
 * literal in quotes, by which `guide-blocks.test.ts` knows that the block is tested.
 */
export function guideBlock(id: string): string {
  const block = listGuideBlocks().find((each) => idOf(each) === id);
  if (!block) throw new Error(`the documentation has no block ${id}`);
  return block.text;
}

export function idOf({ page, name }: GuideBlock): string {
  return `${basename(page)}#${name}`;
}

function blocksOf(page: string): GuideBlock[] {
  const text = readFileSync(`${root}/${page}`, 'utf8');
  return Array.from(
    text.matchAll(/^( *)```(\S*) *(\S*)\n([\s\S]*?)^\1```$/gm),
    ([, indent = '', language = '', name = '', block = '']) => ({
      page,
      language,
      name,
      text: block.replaceAll(new RegExp(`^${indent}`, 'gm'), ''),
    }),
  );
}
