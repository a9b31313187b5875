import type { Block, MailDocument } from './mail-document.ts';

/** The mail for clients that show no HTML. */
export function renderText({ title, blocks, footer }: MailDocument): string {
  return [title, ...blocks.map(renderBlock), `-- \n${footer}`].join('\n\n').concat('\n');
}

function renderBlock(block: Block): string {
  switch (block.kind) {
    case 'paragraph':
      return block.pieces.map((piece) => (typeof piece === 'string' ? piece : piece.strong)).join('');
    case 'code':
      return `    ${block.code}`;
    case 'facts':
      return block.facts.map(([label, value]) => `${label}: ${value}`).join('\n');
  }
}
