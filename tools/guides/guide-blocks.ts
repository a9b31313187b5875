import { globSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** A fenced block of a page, such as ```sh install-unit. */
export interface GuideBlock {
  /** Path from the root. */
  readonly page: string;
  readonly language: string;
  /** The second word after the fence; empty when there is none. */
  readonly name: string;
  /** Without the indentation of an enclosing list. */
  readonly text: string;
}

/** Output, formats and diagrams, which a reader neither runs nor installs. */
const shownLanguages = new Set(['text', 'mermaid']);

/** All pages of the documentation, as paths from the root. */
export function listPages(): string[] {
  const pages = globSync(['README.md', 'CONTRIBUTING.md', 'docs/**/*.md'], { cwd: root });
  // the plan of the open issue is not documentation
  return pages.filter((page) => page !== 'docs/plan.md').toSorted();
}

/** All blocks that a reader runs or installs. */
export function listGuideBlocks(): GuideBlock[] {
  return listPages()
    .flatMap(blocksOf)
    .filter(({ language }) => !shownLanguages.has(language));
}

/**
 * The text of a block by its id, such as `installation.md#unit`. A test that calls this runs the block. The id must be
 * a quoted literal, because `guide-blocks.test.ts` searches for it.
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
