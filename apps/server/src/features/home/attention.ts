import { type AttentionKind, attentionKinds, maxAttentionPerKind } from '@gatewarden/contract/home';
import type { Log } from '../../platform/log/log.ts';
import type { AttentionFacts, FindAttention } from '../feature.ts';

export interface CurrentCondition extends AttentionFacts {
  readonly kind: AttentionKind;
  readonly key: string;
}

export interface CurrentAttention {
  /** In the order of the contract. */
  readonly conditions: readonly CurrentCondition[];
  /** Kinds that could be determined, and of which all conditions are listed. */
  readonly completeKinds: readonly AttentionKind[];
}

interface Dependencies {
  readonly log: Log;
  /** Undefined if no feature provides the kind. */
  readonly findAttention: (kind: AttentionKind) => FindAttention | undefined;
}

/** The current conditions of these kinds. A kind that cannot be determined is logged and left out. */
export async function readAttention(
  { log, findAttention }: Dependencies,
  isIncluded: (kind: AttentionKind) => boolean,
): Promise<CurrentAttention> {
  async function read(kind: AttentionKind) {
    try {
      const found = (await findAttention(kind)?.()) ?? [];
      return [{ kind, found: found.slice(0, maxAttentionPerKind) }];
    } catch (error) {
      log.warn({ err: error, kind }, 'could not determine what needs the attention of administrators');
      return [];
    }
  }
  const results = (await Promise.all(attentionKinds.filter(isIncluded).map(read))).flat();
  return {
    completeKinds: results.filter(({ found }) => found.length < maxAttentionPerKind).map(({ kind }) => kind),
    conditions: results.flatMap(({ kind, found }) =>
      found.map((facts) => ({ ...facts, kind, key: keyOf(kind, facts) })),
    ),
  };
}

/** Identifies the condition until it ends. */
function keyOf(kind: AttentionKind, { subject, since, occurrence }: AttentionFacts): string {
  const began = occurrence ?? since;
  return [kind, subject ? `${subject.type}:${subject.id}` : '', began ? Math.floor(began.getTime() / 1000) : ''].join(
    ':',
  );
}
