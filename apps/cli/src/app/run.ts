import { isDeepStrictEqual } from 'node:util';
import { StopError } from '@gatewarden/link/stop-error';
import { Secret } from '@gatewarden/process/secret';
import { TunnelError } from '@gatewarden/tunnel/tunnel-error';
import type { DeviceAnswer } from '../edge/answers.ts';
import type { Outcome } from '../edge/edge-client.ts';
import type { Tunnel, TunnelConfig } from '../ports/tunnel.ts';
import { openStateFolder, type StateFolder, type StoredDevice } from '../state-folder/state-folder.ts';
import type { Dependencies } from './dependencies.ts';
import { removeDevice, requireJoined, tunnelOf } from './stored-tunnel.ts';

/** Interface reference, wire §15.3. */
const pollSeconds = 30;
/** Clients that were started together do not remain in step. */
const jitterSeconds = 5;
/**
 * WireGuard makes a new handshake every two minutes while there is traffic. After this time, the name of the gateway is
 * resolved again.
 */
const staleHandshakeSeconds = 180;

/**
 * Keeps the tunnel up and follows the configuration until the signal is aborted; the tunnel then remains. Without core,
 * it uses the last configuration.
 * @throws StopError when this machine has not joined, or core does not know the device: then its interface and all that
 *   is stored are removed
 */
export async function run(stateDir: string, dependencies: Dependencies): Promise<void> {
  const { makeEdgeClient, clock, random, log, signal } = dependencies;
  await using folder = await openStateFolder(stateDir);
  let device = requireJoined(await folder.read());
  const edge = makeEdgeClient(device.url);
  const tunnel = createTunnelUpdater(tunnelOf(device, folder.path, dependencies), dependencies);
  let lastFailure = '';
  log.info({ device: device.deviceName, location: device.tunnel.locationName }, 'the client runs');
  await tunnel.ensure(device.tunnel);
  while (!signal.aborted) {
    const outcome = await edge.poll(new Secret(device.pollToken));
    if (outcome.kind === 'unknown-token') return removeUnknownDevice(folder, device, dependencies);
    if (outcome.kind === 'answer') device = await follow(folder, device, outcome.answer);
    const failure = failureOf(outcome);
    if (failure !== lastFailure) {
      if (failure === '') log.info({}, 'core sends the configuration again');
      else log.warn({ reason: failure }, 'core sends no configuration; the tunnel retains its last one');
    }
    lastFailure = failure;
    await tunnel.ensure(device.tunnel);
    await clock.sleep((pollSeconds + random() * jitterSeconds) * 1000, signal);
  }
}

async function follow(folder: StateFolder, device: StoredDevice, answer: DeviceAnswer): Promise<StoredDevice> {
  const { pollToken: _, ...present } = answer;
  const changed = { ...device, ...present };
  if (!isDeepStrictEqual(changed, device)) await folder.save(changed);
  return changed;
}

async function removeUnknownDevice(
  folder: StateFolder,
  device: StoredDevice,
  dependencies: Dependencies,
): Promise<never> {
  await removeDevice(folder, device, dependencies);
  throw new StopError(
    'refused',
    `Core no longer knows this machine as the device ${device.deviceName}: it was deleted, or has another key. ` +
      'Its interface and its key were removed. To connect it again, join with a new token.',
  );
}

function failureOf(outcome: Outcome<unknown>): string {
  if (outcome.kind === 'refused') return outcome.error;
  return outcome.kind === 'unreachable' ? outcome.reason : '';
}

/** Applies a configuration when it changes, when the interface is missing, and when the gateway does not answer. */
function createTunnelUpdater(tunnel: Tunnel, { clock, log }: Pick<Dependencies, 'clock' | 'log'>) {
  let applied: TunnelConfig | undefined;
  let lastProblem = '';

  async function isStale(): Promise<boolean> {
    const since = (await tunnel.read())?.lastHandshakeAt?.getTime() ?? 0;
    return clock.now().getTime() - since > staleHandshakeSeconds * 1000;
  }

  async function apply(config: TunnelConfig): Promise<void> {
    const existed = await tunnel.open();
    if (existed && isDeepStrictEqual(applied, config) && !(await isStale())) return;
    const isNew = !isDeepStrictEqual(applied, config);
    applied = undefined;
    const unreachable = await tunnel.apply(config);
    applied = config;
    if (!isNew) return;
    log.info({ addresses: config.addresses, networks: config.networks }, 'the tunnel is configured');
    for (const reason of unreachable) log.warn({ reason }, 'a network is not routed through the tunnel');
  }

  return {
    /** Logs a problem once; the next call tries again. */
    async ensure(config: TunnelConfig): Promise<void> {
      try {
        await apply(config);
        lastProblem = '';
      } catch (error) {
        if (!(error instanceof TunnelError)) throw error;
        if (error.message !== lastProblem) log.warn({ reason: error.message }, 'the tunnel cannot be configured');
        lastProblem = error.message;
      }
    },
  };
}
