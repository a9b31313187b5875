import { type MarkdownBlock, type MarkdownPiece, readMarkdown } from '@gatewarden/markdown/read-markdown';
import { Anchor } from '@mantine/core';
import { type ReactNode, useMemo } from 'react';
import { CodeBlock } from './code-block.tsx';
import { CodeText } from './code-text.tsx';
import styles from './markdown-text.module.css';

/** A message in Markdown. Its headings stand below the title of the page. */
export function MarkdownText({ text }: { text: string }) {
  const blocks = useMemo(() => readMarkdown(text), [text]);
  return <div className={styles.text}>{blocks.map((block, index) => showBlock(block, index))}</div>;
}

function showBlock(block: MarkdownBlock, key: number): ReactNode {
  switch (block.kind) {
    case 'heading': {
      const Heading = block.level === 1 ? 'h2' : block.level === 2 ? 'h3' : 'h4';
      return <Heading key={key}>{block.pieces.map(showPiece)}</Heading>;
    }
    case 'paragraph':
      return <p key={key}>{block.pieces.map(showPiece)}</p>;
    case 'list': {
      const List = block.isOrdered ? 'ol' : 'ul';
      // biome-ignore lint/suspicious/noArrayIndexKey: the items of a text keep their places
      const items = block.items.map((pieces, index) => <li key={index}>{pieces.map(showPiece)}</li>);
      return <List key={key}>{items}</List>;
    }
    case 'code':
      return <CodeBlock key={key}>{block.text}</CodeBlock>;
  }
}

function showPiece(piece: MarkdownPiece, key: number): ReactNode {
  switch (piece.kind) {
    case 'text':
      return piece.text;
    case 'strong':
      return <strong key={key}>{piece.text}</strong>;
    case 'emphasis':
      return <em key={key}>{piece.text}</em>;
    case 'code':
      return <CodeText key={key} value={piece.text} variant="filled" />;
    case 'link':
      return (
        <Anchor key={key} href={piece.url} target="_blank" rel="noreferrer">
          {piece.text}
        </Anchor>
      );
    case 'break':
      return <br key={key} />;
  }
}
