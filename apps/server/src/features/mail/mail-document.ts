/** A piece of a sentence; in HTML the strong ones are bold. */
export type Piece =
  | string
  | { readonly strong: string }
  | { readonly emphasis: string }
  /** In a font in which all characters have the same width. */
  | { readonly verbatim: string }
  | { readonly link: string; readonly url: string }
  | { readonly lineBreak: true };

/** A part of a mail. HTML and plain text are both rendered from it, so that they have the same content. */
export type Block =
  | { readonly kind: 'paragraph'; readonly pieces: readonly Piece[] }
  | { readonly kind: 'heading'; readonly pieces: readonly Piece[] }
  | { readonly kind: 'list'; readonly isOrdered: boolean; readonly items: readonly (readonly Piece[])[] }
  /** A code to type in, large and bold. */
  | { readonly kind: 'code'; readonly code: string }
  /** Labels with their values, one line each. */
  | { readonly kind: 'facts'; readonly facts: readonly (readonly [label: string, value: string])[] }
  /** What the reader can do, a button that opens a page of the console. */
  | { readonly kind: 'action'; readonly label: string; readonly url: string };

export interface MailDocument {
  readonly subject: string;
  /** Name of the instance, above everything else. */
  readonly sender: string;
  /** What happened. */
  readonly title: string;
  readonly greeting?: string;
  readonly blocks: readonly Block[];
  /** Who sent it and why, in small print. */
  readonly footer: string;
}

/** Shown by mail clients in lists, beside the subject: the first paragraph. */
export function previewOf({ blocks }: MailDocument): string {
  const first = blocks.find((block) => block.kind === 'paragraph');
  return first ? textOfPieces(first.pieces) : '';
}

export function textOfPieces(pieces: readonly Piece[]): string {
  return pieces.map(textOfPiece).join('');
}

function textOfPiece(piece: Piece): string {
  if (typeof piece === 'string') return piece;
  if ('lineBreak' in piece) return '\n';
  if ('link' in piece) return piece.link === piece.url ? piece.url : `${piece.link} (${piece.url})`;
  return 'strong' in piece ? piece.strong : 'emphasis' in piece ? piece.emphasis : piece.verbatim;
}

export function paragraph(...pieces: Piece[]): Block {
  return { kind: 'paragraph', pieces };
}
