import type { EdgeResponseOf } from '@gatewarden/contract/edge-endpoint';
import type { readEdge } from '@gatewarden/contract/enrollment.edge';
import { createContext, useContext } from 'react';

export type Edge = EdgeResponseOf<typeof readEdge>;

const EdgeContext = createContext<Edge | undefined>(undefined);
export const EdgeProvider = EdgeContext.Provider;

/** Name, logo and console of the instance. */
export function useEdge(): Edge {
  const edge = useContext(EdgeContext);
  if (!edge) throw new Error('outside of EdgeProvider');
  return edge;
}
