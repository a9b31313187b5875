import { StopError } from '@gatewarden/link/stop-error';
import type { Secret } from '@gatewarden/process/secret';
import { TunnelError } from '@gatewarden/tunnel/tunnel-error';
import type { Tunnel, TunnelStatus } from '../../ports/tunnel.ts';
import type { StoredLocation } from '../../state-folder/stored-client.ts';
import { staleHandshakeSeconds } from '../tunnel-updater.ts';
import type { ClientDependencies } from './client-dependencies.ts';
import { proveExternal } from './prove-external.ts';
import { type ProofRequest, proveFactor } from './prove-factor.ts';

/** The session that a second factor began. Core does not say when it ends: the gateways no longer answer (wire §16.7). */
export interface FactorSession {
  /**
   * Begins a session if the location needs one and has none, or it ended. Returns its preshared key; undefined if none is
   * needed.
   * @param isOnline whether core answers: without it, a gateway that does not answer says nothing about the session
   * @throws StopError: a person must enter a code or sign in and cannot, or core refuses it
   */
  ensure(location: StoredLocation, isOnline: boolean): Promise<Secret | undefined | 'waiting'>;
}

interface Options {
  readonly request: Omit<ProofRequest, 'location'>;
  readonly tunnel: Tunnel;
  readonly dependencies: Pick<ClientDependencies, 'terminal' | 'signal' | 'clock' | 'log'>;
}

interface Session {
  readonly presharedKey: Secret;
  readonly beganAt: Date;
}

/** After one, the name of the gateway is resolved again, which can be the reason. */
const staleChecks = 2;

export function createFactorSession({ request, tunnel, dependencies }: Options): FactorSession {
  const { terminal, signal, clock, log } = dependencies;
  let session: Session | undefined;
  /** The code of the command line is valid once. */
  let code = request.code;
  let stale = 0;
  let hasBegun = false;

  async function hasEnded({ beganAt }: Session, isOnline: boolean): Promise<boolean> {
    if (!isOnline) return false;
    const state = await readTunnel(tunnel);
    // says nothing about the session
    if (state === 'failed') return false;
    const since = Math.max(state?.lastHandshakeAt?.getTime() ?? 0, beganAt.getTime());
    const isStale = clock.now().getTime() - since > staleHandshakeSeconds * 1000;
    stale = isStale ? stale + 1 : 0;
    return stale >= staleChecks;
  }

  async function begin(location: StoredLocation): Promise<Secret | 'waiting'> {
    const proof =
      location.factor === 'external'
        ? await proveExternal({ ...request, location }, { terminal, signal, clock })
        : await proveFactor({ ...request, location, code }, { terminal, signal, clock });
    code = undefined;
    if (proof.kind === 'proved') {
      session = { presharedKey: proof.presharedKey, beganAt: clock.now() };
      hasBegun = true;
      stale = 0;
      return proof.presharedKey;
    }
    if (proof.kind === 'stopped') {
      if (signal.aborted) return 'waiting';
      throw new StopError('code-needed', `${location.tunnel.locationName} was not connected: no code was entered.`);
    }
    if (!hasBegun) throw new StopError('failed', `Core does not answer: ${proof.reason}.`);
    log.warn({ reason: proof.reason }, 'core does not begin a session; trying again');
    return 'waiting';
  }

  return {
    async ensure(location, isOnline) {
      const name = location.tunnel.locationName;
      if (location.factor === 'none') {
        session = undefined;
        return undefined;
      }
      if (session && !(await hasEnded(session, isOnline))) return session.presharedKey;
      if (session) {
        session = undefined;
        log.warn({ location: name }, 'the session has ended');
        if (terminal.isInteractive) terminal.tell(`The session of ${name} has ended.`);
      }
      return begin(location);
    },
  };
}

async function readTunnel(tunnel: Tunnel): Promise<TunnelStatus | undefined | 'failed'> {
  try {
    return await tunnel.read();
  } catch (error) {
    if (error instanceof TunnelError) return 'failed';
    throw error;
  }
}
