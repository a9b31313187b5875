import type { AttentionKind } from '@gatewarden/contract/home';
import type { EventRules, LiveListener } from '../event-rules.ts';

interface DismissedCondition {
  /** The administrator for whom it is dismissed. */
  readonly userId: number;
  readonly key: string;
  readonly kind: AttentionKind;
  /** Name of what the condition is about; null if it is about the instance. */
  readonly subject: string | null;
}

interface HomeEvents {
  'attention.dismissed': DismissedCondition;
  'attention.restored': DismissedCondition;
  'checklist.dismissed': { readonly userId: number };
  'checklist.restored': { readonly userId: number };
}

declare module '../../platform/events/events.ts' {
  interface EventMap extends HomeEvents {}
}

const isAboutListener = (of: { readonly userId: number }, { userId }: LiveListener) => of.userId === userId;
const stale = { own: ['home'], isAbout: isAboutListener } as const;

const detailsOf = ({ kind, subject }: DismissedCondition) => ({
  description: subject === null ? kind : `${kind}: ${subject}`,
  metadata: { kind, subject },
});

export const homeEvents = {
  'attention.dismissed': { entry: (condition) => ({ event: 'attention_dismissed', ...detailsOf(condition) }), stale },
  'attention.restored': { entry: (condition) => ({ event: 'attention_restored', ...detailsOf(condition) }), stale },
  'checklist.dismissed': { entry: () => ({ event: 'checklist_dismissed' }), stale },
  'checklist.restored': { entry: () => ({ event: 'checklist_restored' }), stale },
} as const satisfies EventRules<HomeEvents>;
