import { failureText } from '../../../lib/failure-text.ts';
import { Callout } from '../../../ui/callout.tsx';

/** Why the sign-in at a provider could not begin; nothing without a failure. */
export function StartFailure({ start }: { start: { readonly isError: boolean; readonly error: Error | null } }) {
  return start.isError && <Callout tone="danger">{failureText(start.error)}</Callout>;
}
