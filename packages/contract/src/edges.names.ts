/** Errors that a caller can receive, with their HTTP statuses. */
export const edgeErrors = {
  edge_not_found: 404,
  edge_address_taken: 409,
  edge_limit_reached: 409,
  core_not_connected: 500,
} as const;

/** Messages for API clients. */
export const edgeErrorMessages = {
  edge_not_found: 'Edge not found',
  edge_address_taken: 'Another edge has this address',
  edge_limit_reached: 'The instance has reached the limit of edges; remove unused ones',
  core_not_connected: 'The edge has no connection to core',
} as const satisfies Record<keyof typeof edgeErrors, string>;

/** Events of the activity log. */
export const edgeActivity = [
  'edge_added',
  'edge_removed',
  'edge_token_shown',
  'edge_token_rotated',
  'edge_joined',
  'edge_connected',
  'edge_disconnected',
  'edge_refused',
  'edge_entries_omitted',
] as const;

/**
 * Why core could not connect to the address of an edge. `not_an_edge`: the connection was made, but what answers is not
 * an edge, or one that accepts another core.
 */
export const edgeProblems = ['name_not_found', 'refused', 'timeout', 'unreachable', 'not_an_edge'] as const;
export type EdgeProblem = (typeof edgeProblems)[number];
