import { isDeepStrictEqual } from 'node:util';
import type { Secret } from '@gatewarden/process/secret';
import { TunnelError } from '@gatewarden/tunnel/tunnel-error';
import type { Tunnel, TunnelConfig } from '../ports/tunnel.ts';
import type { Dependencies } from './dependencies.ts';

/**
 * WireGuard makes a new handshake every two minutes while there is traffic. After this time, the name of the gateway is
 * resolved again.
 */
export const staleHandshakeSeconds = 180;

export interface TunnelUpdater {
  /** Returns whether the interface was configured. Logs a problem once; the next call tries again. */
  ensure(config: TunnelConfig, presharedKey?: Secret): Promise<boolean>;
}

/** Applies a configuration when it changes, when the interface is missing, and when the gateway does not answer. */
export function createTunnelUpdater(
  tunnel: Tunnel,
  { clock, log }: Pick<Dependencies, 'clock' | 'log'>,
): TunnelUpdater {
  let applied: { readonly config: TunnelConfig; readonly presharedKey: Secret | undefined } | undefined;
  let lastProblem = '';

  async function isStale(): Promise<boolean> {
    const since = (await tunnel.read())?.lastHandshakeAt?.getTime() ?? 0;
    return clock.now().getTime() - since > staleHandshakeSeconds * 1000;
  }

  async function apply(config: TunnelConfig, presharedKey: Secret | undefined): Promise<boolean> {
    const existed = await tunnel.open();
    const isSame = isDeepStrictEqual(applied?.config, config) && applied?.presharedKey === presharedKey;
    if (existed && isSame && !(await isStale())) return false;
    applied = undefined;
    const unreachable = await tunnel.apply(config, presharedKey);
    applied = { config, presharedKey };
    if (isSame) return true;
    log.info({ addresses: config.addresses, networks: config.networks }, 'the tunnel is configured');
    for (const reason of unreachable) log.warn({ reason }, 'a network is not routed through the tunnel');
    return true;
  }

  return {
    async ensure(config, presharedKey) {
      try {
        const isApplied = await apply(config, presharedKey);
        lastProblem = '';
        return isApplied;
      } catch (error) {
        if (!(error instanceof TunnelError)) throw error;
        if (error.message !== lastProblem) log.warn({ reason: error.message }, 'the tunnel cannot be configured');
        lastProblem = error.message;
        return false;
      }
    },
  };
}
