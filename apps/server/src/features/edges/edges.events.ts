import type { EventRules } from '../event-rules.ts';
import type { RefusalReason } from '../links/index.ts';

/** The part of an edge that events contain: nothing secret. */
export interface EdgeSnapshot {
  readonly id: number;
  /** `host:port` to which core connects. */
  readonly address: string;
}

interface EdgeEvents {
  'edge.added': { readonly edge: EdgeSnapshot };
  'edge.removed': { readonly edge: EdgeSnapshot };
  /** Without the token. */
  'edge.token-shown': { readonly edge: EdgeSnapshot };
  /** The tokens of all edges are replaced. */
  'edge.token-rotated': { readonly edge: EdgeSnapshot };
  'edge.joined': { readonly edge: EdgeSnapshot; readonly hostname: string };
  'edge.connected': { readonly edge: EdgeSnapshot; readonly hostname: string };
  'edge.disconnected': { readonly edge: EdgeSnapshot; readonly hostname: string };
  /** `edge` is null if the attempt did not reveal it. */
  'edge.refused': {
    readonly edge: EdgeSnapshot | null;
    readonly reason: RefusalReason;
    readonly hostname: string | null;
  };
  /** Entries beyond the allowance of the past hour. */
  'edge.entries-omitted': { readonly count: number };
}

declare module '../../platform/events/events.ts' {
  interface EventMap extends EdgeEvents {}
}

const stale = { admins: ['edges'] } as const;

export const edgeEvents = {
  'edge.added': { entry: ({ edge }) => ({ event: 'edge_added', ...about(edge) }), stale },
  'edge.removed': { entry: ({ edge }) => ({ event: 'edge_removed', ...about(edge) }), stale },
  'edge.token-shown': { entry: ({ edge }) => ({ event: 'edge_token_shown', ...about(edge) }), stale: {} },
  'edge.token-rotated': { entry: ({ edge }) => ({ event: 'edge_token_rotated', ...about(edge) }), stale: {} },
  'edge.joined': { entry: ({ edge, hostname }) => ({ event: 'edge_joined', ...about(edge, { hostname }) }), stale },
  'edge.connected': {
    entry: ({ edge, hostname }) => ({ event: 'edge_connected', ...about(edge, { hostname }) }),
    stale,
  },
  'edge.disconnected': {
    entry: ({ edge, hostname }) => ({ event: 'edge_disconnected', ...about(edge, { hostname }) }),
    stale,
  },
  'edge.refused': {
    entry: ({ edge, reason, hostname }) => ({
      event: 'edge_refused',
      description: `Edge ${edge?.address ?? hostname ?? 'unknown'}: ${reason}`,
      metadata: { edge: edge?.address ?? hostname ?? '–', reason },
    }),
    stale: {},
  },
  'edge.entries-omitted': {
    entry: ({ count }) => ({
      event: 'edge_entries_omitted',
      description: `${count} entries of edges`,
      metadata: { entries: count },
    }),
    stale: {},
  },
} as const satisfies EventRules<EdgeEvents>;

function about(edge: EdgeSnapshot, more: object = {}) {
  return { description: `Edge ${edge.address}`, metadata: { edge: edge.address, id: edge.id, ...more } };
}
