import { z } from 'zod';
import { edgeProblems } from './edges.names.ts';
import { Empty, endpoint } from './endpoint.ts';
import { CoreAddress } from './join-token.ts';
import { Id, NaiveTimestamp, PathId } from './primitives.ts';

/** A process of its own that people and programs reach who are not signed in. */
const Edge = z.object({
  id: Id,
  /** Where core connects to it: `host:port`, an IPv6 host in brackets. */
  address: z.string(),
  /** `waiting`: no edge has joined at this address. */
  state: z.enum(['waiting', 'connected', 'disconnected']),
  hostname: z.string().nullable(),
  version: z.string().nullable(),
  /** When the state began. */
  since: NaiveTimestamp,
  /** Why the core that answers could not connect at its last attempt; null while the edge is connected. */
  problem: z.enum(edgeProblems).nullable(),
});
export type Edge = z.infer<typeof Edge>;

const EdgeParam = z.object({ id: PathId });
const EdgeToken = z.object({ token: z.string() });

export const listEdges = endpoint({
  method: 'GET',
  path: '/edges',
  access: 'admin',
  area: 'settings',
  summary: 'List the edges, oldest first',
  response: z.array(Edge),
});

export const addEdge = endpoint({
  method: 'POST',
  path: '/edges',
  access: 'admin',
  area: 'settings',
  requiresReauthentication: true,
  summary: 'Add an edge: core connects to its address',
  body: z.object({ address: CoreAddress }),
  response: Edge,
  status: 201,
  errors: ['edge_address_taken', 'edge_limit_reached'],
});

export const getEdgeToken = endpoint({
  method: 'GET',
  path: '/edges/:id/token',
  access: 'admin',
  area: 'settings',
  revealsSecret: true,
  writes: true,
  summary: 'Show the token with which the edge at an address joins',
  params: EdgeParam,
  response: EdgeToken,
  errors: ['edge_not_found', 'proof_required'],
});

/** Joined edges stay connected; tokens that were shown before stop working, also those of other addresses. */
export const rotateEdgeToken = endpoint({
  method: 'POST',
  path: '/edges/:id/token/rotate',
  access: 'admin',
  area: 'settings',
  summary: 'Replace the tokens of all edges, and show the one of an address',
  params: EdgeParam,
  response: EdgeToken,
  errors: ['edge_not_found', 'proof_required'],
});

/** Its credential stops working, its stream ends immediately, and core no longer connects to the address. */
export const deleteEdge = endpoint({
  method: 'DELETE',
  path: '/edges/:id',
  access: 'admin',
  area: 'settings',
  endsAccess: true,
  summary: 'Revoke and remove an edge',
  params: EdgeParam,
  response: Empty,
  errors: ['edge_not_found'],
});
