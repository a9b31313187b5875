/** A piece of a sentence; in HTML the strong ones are bold. */
type Piece = string | { readonly strong: string };

/** A part of a mail. HTML and plain text are both rendered from it, so that they have the same content. */
export type Block =
  | { readonly kind: 'paragraph'; readonly pieces: readonly Piece[] }
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
  return pieces.map((piece) => (typeof piece === 'string' ? piece : piece.strong)).join('');
}

export function paragraph(...pieces: Piece[]): Block {
  return { kind: 'paragraph', pieces };
}
