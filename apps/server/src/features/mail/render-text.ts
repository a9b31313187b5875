import { type Block, type MailDocument, textOfPieces } from './mail-document.ts';

/** The mail for clients that show no HTML. */
export function renderText({ sender, title, greeting, blocks, footer }: MailDocument): string {
  const greetings = greeting === undefined ? [] : [greeting];
  return [sender, title, ...greetings, ...blocks.map(renderBlock), `-- \n${footer}`].join('\n\n').concat('\n');
}

function renderBlock(block: Block): string {
  switch (block.kind) {
    case 'paragraph':
    case 'heading':
      return textOfPieces(block.pieces);
    case 'list':
      return block.items
        .map((item, index) => `${block.isOrdered ? `${index + 1}.` : '-'} ${textOfPieces(item)}`)
        .join('\n');
    case 'code':
      return `    ${block.code}`;
    case 'facts':
      return block.facts.map(([label, value]) => `${label}: ${value}`).join('\n');
    case 'action':
      return `${block.label}: ${block.url}`;
  }
}
