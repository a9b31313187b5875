import type { Nodes, PhrasingContent } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { isCostlyToRead } from './reading-cost.ts';

/** A part of a line of text. */
export type MarkdownPiece =
  | { readonly kind: 'text' | 'strong' | 'emphasis' | 'code'; readonly text: string }
  /** To a web page or an email address. */
  | { readonly kind: 'link'; readonly text: string; readonly url: string }
  | { readonly kind: 'break' };

export type MarkdownBlock =
  | { readonly kind: 'heading'; readonly level: 1 | 2 | 3; readonly pieces: readonly MarkdownPiece[] }
  | { readonly kind: 'paragraph'; readonly pieces: readonly MarkdownPiece[] }
  | {
      readonly kind: 'list';
      readonly isOrdered: boolean;
      /** Of each item, its text; lists within lists are further items. */
      readonly items: readonly (readonly MarkdownPiece[])[];
    }
  | { readonly kind: 'code'; readonly text: string };

/**
 * Reads CommonMark as blocks to show: headings, paragraphs, lists, code, links, strong and emphasized text. Everything else,
 * such as HTML and images, is shown as the text that it is; so is a link to anything but a web page or an email address, and a
 * whole text that would take too long to read, such as one that is nested too deeply.
 */
export function readMarkdown(text: string): MarkdownBlock[] {
  if (isCostlyToRead(text)) return [{ kind: 'paragraph', pieces: [{ kind: 'text', text }] }];
  return fromMarkdown(text).children.flatMap((node) => readBlock(node, text));
}

function readBlock(node: Nodes, source: string): MarkdownBlock[] {
  switch (node.type) {
    case 'heading':
      return [
        { kind: 'heading', level: Math.min(node.depth, 3) as 1 | 2 | 3, pieces: readPieces(node.children, source) },
      ];
    case 'paragraph':
      return [{ kind: 'paragraph', pieces: readPieces(node.children, source) }];
    case 'list':
      return [
        {
          kind: 'list',
          isOrdered: node.ordered === true,
          items: node.children.flatMap((item) => readItem(item, source)),
        },
      ];
    case 'code':
      return [{ kind: 'code', text: node.value }];
    case 'blockquote':
      return node.children.flatMap((child) => readBlock(child, source));
    case 'html':
      return [{ kind: 'paragraph', pieces: [{ kind: 'text', text: node.value }] }];
    default:
      return [];
  }
}

function readItem(node: Nodes, source: string): MarkdownPiece[][] {
  if (!('children' in node)) return [];
  return node.children.flatMap((child): MarkdownPiece[][] =>
    readBlock(child, source).flatMap((block): MarkdownPiece[][] => {
      if (block.kind === 'list') return block.items.map((item) => [...item]);
      return [block.kind === 'code' ? [{ kind: 'code', text: block.text }] : [...block.pieces]];
    }),
  );
}

function readPieces(nodes: readonly PhrasingContent[], source: string): MarkdownPiece[] {
  return nodes.flatMap((node): MarkdownPiece[] => {
    switch (node.type) {
      case 'text':
        return [{ kind: 'text', text: node.value }];
      case 'strong':
      case 'emphasis':
        return [{ kind: node.type, text: textOf(node) }];
      case 'inlineCode':
        return [{ kind: 'code', text: node.value }];
      case 'break':
        return [{ kind: 'break' }];
      case 'link':
        return [
          isSafe(node.url) ? { kind: 'link', text: textOf(node), url: node.url } : { kind: 'text', text: textOf(node) },
        ];
      default:
        return [{ kind: 'text', text: sourceOf(node, source) }];
    }
  });
}

function isSafe(url: string): boolean {
  return /^(?:https?:\/\/|mailto:)\S+$/i.test(url);
}

function textOf(node: Nodes): string {
  if ('value' in node) return node.value;
  if (node.type === 'break') return ' ';
  return 'children' in node ? node.children.map(textOf).join('') : '';
}

function sourceOf({ position }: PhrasingContent, source: string): string {
  return source.slice(position?.start.offset ?? 0, position?.end.offset ?? 0);
}
