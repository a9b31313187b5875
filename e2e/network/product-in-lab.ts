import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import type { NetworkNamespace } from '../../apps/gateway/test/network-namespace.ts';
import { type Product, startProduct } from '../product/start-product.ts';
import { api } from './console.ts';
import { type Lab, type LabProcess, startIn } from './lab.ts';

const node = fileURLToPath(new URL('../../node_modules/.bin/node', import.meta.url));
const agentMain = fileURLToPath(new URL('../../apps/gateway/src/main.ts', import.meta.url));

/** Address of core's host in the lab. */
export const coreAddress = '10.99.1.2';

/** Starts core on its host in the lab. `address` is the one that it announces to gateways. */
export function startCore(lab: Lab, dataDir: string, address = coreAddress): Promise<Product> {
  return startProduct({
    dataDir,
    prefix: ['ip', 'netns', 'exec', lab.core.name],
    environment: {
      GATEWARDEN_HTTP_PORT: '8000',
      GATEWARDEN_GRPC_PORT: '50055',
      GATEWARDEN_GRPC_URL: `https://${address}:50055`,
    },
  });
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
