import type { FailureCode } from '../lib/api-error.ts';
import type { Rule } from '../lib/fault.ts';

/** What each language must have a sentence for: it does not compile otherwise. */
export type Sentences = Readonly<Record<FailureCode, string>> & { readonly rule: Readonly<Record<Rule, string>> };
