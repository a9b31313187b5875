import type { FailureCode } from '../lib/api-error.ts';
import type { Rule } from '../lib/fault.ts';

/** Sentences that each language must have; a missing one does not compile. */
export type Sentences = Readonly<Record<FailureCode, string>> & { readonly rule: Readonly<Record<Rule, string>> };
