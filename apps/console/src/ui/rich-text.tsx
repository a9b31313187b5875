import { Fragment, type ReactNode } from 'react';
import { CodeText } from './code-text.tsx';

type Part = (text: string) => ReactNode;

interface Props {
  /** May mark parts like `<code>npm start</code>`. */
  text: string;
  /** What is shown for each marked part, given its text; `code` needs none. */
  parts?: Readonly<Record<string, Part>>;
}

const code: Part = (text) => <CodeText value={text} variant="filled" />;

/** A translated sentence with elements in it. */
export function RichText({ text, parts = {} }: Props) {
  const known: Readonly<Record<string, Part>> = { code, ...parts };
  // [text, name, content of the part, text, …]
  return text.split(/<(\w+)>(.*?)<\/\1>/).map((piece, index, pieces) => {
    if (index % 3 === 1) return null;
    const name = index % 3 === 2 ? (pieces[index - 1] ?? '') : '';
    const shown = Object.hasOwn(known, name) ? known[name]?.(piece) : piece;
    // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a sentence keep their places
    return <Fragment key={index}>{shown}</Fragment>;
  });
}
