/** A piece of a sentence; in HTML the strong ones are bold. */
type Piece = string | { readonly strong: string };

/** What a mail consists of. HTML and plain text are both made from it, so that they say the same. */
export type Block =
  | { readonly kind: 'paragraph'; readonly pieces: readonly Piece[] }
  /** Something to type in elsewhere, large and bold. */
  | { readonly kind: 'code'; readonly code: string }
  /** Labels with what they stand for, a line each. */
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
