import { Fragment, type ReactNode } from 'react';

interface Props {
  /** May mark parts like `<code>npm start</code>`. */
  text: string;
  /** What is shown for each marked part, given its text. */
  parts: Readonly<Record<string, (text: string) => ReactNode>>;
}

/** A translated sentence with elements in it. */
export function RichText({ text, parts }: Props) {
  // [text, name, content of the part, text, …]
  return text.split(/<(\w+)>(.*?)<\/\1>/).map((piece, index, pieces) => {
    if (index % 3 === 1) return null;
    const name = index % 3 === 2 ? (pieces[index - 1] ?? '') : '';
    const shown = Object.hasOwn(parts, name) ? parts[name]?.(piece) : piece;
    // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a sentence keep their places
    return <Fragment key={index}>{shown}</Fragment>;
  });
}
