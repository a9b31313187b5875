import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import type { NetworkNamespace } from '../../apps/gateway/test/network-namespace.ts';
import { type Product, startProduct } from '../product/start-product.ts';
import { api } from './console.ts';
import { type Lab, type LabProcess, startIn } from './lab.ts';

const node = fileURLToPath(new URL('../../node_modules/.bin/node', import.meta.url));
const edgeMain = fileURLToPath(new URL('../../apps/edge/src/main.ts', import.meta.url));
const agentMain = fileURLToPath(new URL('../../apps/gateway/src/main.ts', import.meta.url));

/** Address of core's host in the lab. */
export const coreAddress = '10.99.1.2';

export interface CoreOptions {
  /** The one that it announces to gateways; absent: `coreAddress`. */
  readonly address?: string;
  readonly environment?: Readonly<Record<string, string>>;
}

/** Starts core on its host in the lab. */
export function startCore(lab: Lab, dataDir: string, options: CoreOptions = {}): Promise<Product> {
  return startProduct({
    dataDir,
    prefix: ['ip', 'netns', 'exec', lab.core.name],
    environment: {
      GATEWARDEN_HTTP_PORT: '8000',
      GATEWARDEN_GRPC_PORT: '50055',
      GATEWARDEN_GRPC_URL: `https://${options.address ?? coreAddress}:50055`,
      ...options.environment,
    },
  });
}

/** The edge of the lab: people reach it at `url` from the host of core, and core at `address`. */
export const labEdge = { url: 'http://localhost:8080', address: '127.0.0.1:50056' } as const;

/** Settings of a core that leaves people who are not signed in to the edge. */
export const withEdge = { environment: { GATEWARDEN_EDGE_PORT: 'off', GATEWARDEN_EDGE_URL: labEdge.url } } as const;

/** Starts an edge on the host of core, where pages over http may use the cryptography of the browser. */
export function startEdge(lab: Lab, joinToken: string): LabProcess {
  const own = ['--state-dir', join(lab.folder, 'edge'), '--link-port', '50056', '--join', joinToken];
  return startIn(lab.core, [node, edgeMain, ...own]);
}

export interface AgentOptions {
  /** The gateway host of the lab when absent. */
  readonly host?: NetworkNamespace;
  /** Name of its interface. */
  readonly link: string;
  /** Name of its state folder in the folder of the lab. */
  readonly state?: string;
}

export function startAgent(lab: Lab, { host, link, state }: AgentOptions, args: readonly string[]): LabProcess {
  const own = ['--state-dir', join(lab.folder, state ?? 'gateway'), '--interface', link];
  return startIn(host ?? lab.gateway, [node, agentMain, ...args, ...own]);
}

interface Gateway {
  readonly uid: string;
  readonly connected: boolean;
  readonly current: boolean;
  readonly verified_at: string | null;
  readonly missing_capabilities: readonly string[];
}

export function listGateways(page: Page): Promise<Gateway[]> {
  return api<Gateway[]>(page, 'GET', '/network/1/gateways');
}

/** Ids of connected gateways that reported the current state with verified content. */
export async function currentGateways(page: Page): Promise<string[]> {
  return (await listGateways(page))
    .filter(
      ({ connected, current, verified_at, missing_capabilities }) =>
        connected && current && verified_at !== null && missing_capabilities.length === 0,
    )
    .map(({ uid }) => uid);
}
