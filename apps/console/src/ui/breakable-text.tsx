import { Fragment } from 'react';

/**
 * Lets the line break behind each `:`, `,` and `@`, in URLs behind each `/`, before it breaks anywhere: parts of addresses stay
 * whole.
 */
export function BreakableText({ value }: { value: string }) {
  const parts = value.split(/^\w+:\/\//.test(value) ? /(?<=\/)(?=[^/])/ : /(?<=[:,@])(?=\S)/);
  return parts.map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a value keep their places
    <Fragment key={index}>
      {index > 0 && <wbr />}
      {part}
    </Fragment>
  ));
}
