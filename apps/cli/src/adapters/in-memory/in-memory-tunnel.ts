import { TunnelError } from '@gatewarden/tunnel/tunnel-error';
import type { Tunnel, TunnelConfig } from '../../ports/tunnel.ts';

/** The interface of a machine for tests. */
export interface InMemoryInterface {
  /** Undefined while it does not exist; null before it is configured. */
  config?: TunnelConfig | null | undefined;
  presharedKey?: string | undefined;
  lastHandshakeAt?: Date;
  /** How often it was configured. */
  applied: number;
  /** If set, each call fails with it. */
  failure?: string | undefined;
}

export function createInMemoryTunnel(machine: InMemoryInterface): Tunnel {
  const check = () => {
    if (machine.failure !== undefined) throw new TunnelError(machine.failure);
  };
  return {
    async open() {
      check();
      const existed = machine.config !== undefined;
      machine.config ??= null;
      return existed;
    },
    async apply(config, presharedKey) {
      check();
      machine.config = config;
      machine.presharedKey = presharedKey?.reveal();
      machine.applied += 1;
      return config.networks.filter((network) => network === '0.0.0.0/0').map((network) => `${network} is everything`);
    },
    async read() {
      check();
      return machine.config === undefined ? undefined : { lastHandshakeAt: machine.lastHandshakeAt };
    },
    async remove() {
      check();
      machine.config = undefined;
    },
  };
}
