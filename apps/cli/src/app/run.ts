import { isDeepStrictEqual } from 'node:util';
import { StopError } from '@gatewarden/link/stop-error';
import { Secret } from '@gatewarden/process/secret';
import type { DeviceAnswer } from '../edge/answers.ts';
import type { Outcome } from '../edge/edge-client.ts';
import { openStateFolder, type StateFolder, type StoredDevice } from '../state-folder/state-folder.ts';
import type { Dependencies } from './dependencies.ts';
import { removeDevice, requireJoined, tunnelOf } from './stored-tunnel.ts';
import { createTunnelUpdater } from './tunnel-updater.ts';

/** Interface reference, wire §15.3. */
const pollSeconds = 30;
/** Clients that were started together do not remain in step. */
const jitterSeconds = 5;

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
