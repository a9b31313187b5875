import type { FailureCode } from '../lib/api-error.ts';
import type { Rule } from '../lib/fault.ts';
import type { MailFailureCause } from '../lib/mail-failure.ts';

/** Failures that occur without an answer of the server, or before its error texts have loaded; in `common`. */
const immediateCodes = ['internal_error', 'unauthenticated', 'network_unreachable', 'unexpected_answer'] as const;
type ImmediateCode = (typeof immediateCodes)[number];

export function isImmediate(code: FailureCode): code is ImmediateCode {
  return (immediateCodes as readonly string[]).includes(code);
}

/** Sentences that each language must have; a missing one does not compile. */
export type Sentences = Readonly<
  Record<Exclude<FailureCode, ImmediateCode> | `mail_not_sent_${MailFailureCause}`, string>
>;
export type RuleSentences = Readonly<Record<Rule, string>>;
