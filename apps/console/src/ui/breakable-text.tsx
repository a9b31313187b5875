import { Fragment } from 'react';

/** Lets the line break behind each `:`, `,` and `@` before it breaks anywhere: parts of addresses stay whole. Not in URLs. */
export function BreakableText({ value }: { value: string }) {
  const parts = value.split(/(?<=[:,@])(?=\S)(?!\/\/)/);
  return parts.map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a value keep their places
    <Fragment key={index}>
      {index > 0 && <wbr />}
      {part}
    </Fragment>
  ));
}
