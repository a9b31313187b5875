import { type MarkdownBlock, type MarkdownPiece, readMarkdown } from '@gatewarden/markdown/read-markdown';
import type { Block, Piece } from './mail-document.ts';

/** A message in Markdown as parts of a mail. */
export function markdownBlocks(markdown: string): Block[] {
  return readMarkdown(markdown).map(toBlock);
}

function toBlock(block: MarkdownBlock): Block {
  switch (block.kind) {
    case 'heading':
    case 'paragraph':
      return { kind: block.kind, pieces: block.pieces.map(toPiece) };
    case 'list':
      return { kind: 'list', isOrdered: block.isOrdered, items: block.items.map((item) => item.map(toPiece)) };
    case 'code':
      return { kind: 'paragraph', pieces: [{ verbatim: block.text }] };
  }
}

function toPiece(piece: MarkdownPiece): Piece {
  switch (piece.kind) {
    case 'text':
      return piece.text;
    case 'strong':
      return { strong: piece.text };
    case 'emphasis':
      return { emphasis: piece.text };
    case 'code':
      return { verbatim: piece.text };
    case 'link':
      return { link: piece.text, url: piece.url };
    case 'break':
      return { lineBreak: true };
  }
}
