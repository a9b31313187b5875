import { withoutKeys } from './file-problem.ts';

/** A name in a comment; `isExplicit` if a program marked it as a name. */
export interface CommentName {
  readonly name: string;
  readonly isExplicit: boolean;
}

/** `Name = alice`, and what wg-easy, pfSense, OPNsense and exporters of metrics write. */
const labelled = /^(?:friendly[_ -]?name|name|client|peer|user|device|descr(?:iption)?)\s*[:=]\s*(.+)$/i;
/** `BEGIN_PEER alice` and `begin alice ###`, as scripts mark the peers that they manage. */
const beginning = /^begin(?:_peer)?\s+(.+)$/i;
const clientOf = /^client\s+(.+)$/i;
const ending = /^end(?:_peer)?\b/i;
/** wg-easy adds the id of the client. */
const trailingId = /\s*\((?:[0-9a-f]{8}-[0-9a-f-]{27}|\d+)\)$/i;
const maxCharacters = 64;
/** Longer comments are no names. */
const maxCommentCharacters = 256;

/** The name that a comment gives to a peer; `text` is the comment with its marks. */
export function nameInComment(text: string): CommentName | undefined {
  if (text.length > maxCommentCharacters) return undefined;
  const comment = trimMarks(text);
  if (ending.test(comment)) return undefined;
  const explicit = labelled.exec(comment)?.[1] ?? beginning.exec(comment)?.[1] ?? clientOf.exec(comment)?.[1];
  const name = toName(explicit ?? (comment.includes('=') ? '' : comment));
  return name === undefined ? undefined : { name, isExplicit: explicit !== undefined };
}

/** One line of visible text; undefined if there is no letter or digit in it. */
export function toName(text: string): string | undefined {
  const name = [
    ...withoutKeys(text)
      .replace(trailingId, '')
      .replace(/[\p{C}\p{Z}]+/gu, ' '),
  ]
    .slice(0, maxCharacters)
    .join('')
    .trim();
  return /[\p{L}\p{N}]/u.test(name) ? name : undefined;
}

/** Without `#`, `;` and blanks around it. */
function trimMarks(text: string): string {
  let [from, to] = [0, text.length];
  while (from < to && isMark(text.charAt(from))) from += 1;
  while (to > from && isMark(text.charAt(to - 1))) to -= 1;
  return text.slice(from, to);
}

function isMark(character: string): boolean {
  return character === '#' || character === ';' || character.trim() === '';
}
