/** A piece of a sentence; in HTML the strong ones are bold. */
type Piece = string | { readonly strong: string };

/** A part of a mail. HTML and plain text are both rendered from it, so that they have the same content. */
export type Block =
  | { readonly kind: 'paragraph'; readonly pieces: readonly Piece[] }
  /** A code to type in, large and bold. */
  | { readonly kind: 'code'; readonly code: string }
  /** Labels with their values, one line each. */
  | { readonly kind: 'facts'; readonly facts: readonly (readonly [label: string, value: string])[] };

export interface MailDocument {
  readonly subject: string;
  /** First line of the mail. */
  readonly title: string;
  readonly blocks: readonly Block[];
  /** Who sent it and why, in small print. */
  readonly footer: string;
}

export function paragraph(...pieces: Piece[]): Block {
  return { kind: 'paragraph', pieces };
}
