import { isDeepStrictEqual } from 'node:util';
import { StopError } from '@gatewarden/link/stop-error';
import { Secret } from '@gatewarden/process/secret';
import type { FactorMethod } from '../../edge/person-client.ts';
import type { SplitDns } from '../../ports/name-resolution.ts';
import type { Tunnel } from '../../ports/tunnel.ts';
import { createClientStore } from '../../state-folder/client-store.ts';
import { type LocationFolder, openLocationFolder } from '../../state-folder/location-folder.ts';
import type { StoredLocation } from '../../state-folder/stored-client.ts';
import { stopOnTunnelError } from '../stored-tunnel.ts';
import { createTunnelUpdater, type TunnelUpdater } from '../tunnel-updater.ts';
import type { ClientDependencies } from './client-dependencies.ts';
import { type ConfigurationFollower, createConfigurationFollower } from './configuration-follower.ts';
import { createFactorSession, type FactorSession } from './factor-session.ts';
import { locationTunnel } from './location-tunnel.ts';
import { pollDelayMilliseconds } from './poll-delay.ts';
import { type Selection, selectLocation } from './select-location.ts';

export interface UpOptions extends Selection {
  readonly stateDir: string;
  /** Undefined: named after the number of the location. */
  readonly interfaceName: string | undefined;
  readonly userspaceOnly: boolean;
  readonly code: Secret | undefined;
  readonly method: FactorMethod | undefined;
}

/**
 * Connects to a location and follows its configuration until a signal or `down`; then the interface is removed. Without
 * core, it uses the last configuration.
 * @throws StopError; the interface is removed
 */
export async function up(options: UpOptions, dependencies: ClientDependencies): Promise<void> {
  const { makeTunnel, makePersonClient, log } = dependencies;
  const store = createClientStore(options.stateDir);
  const { client, location } = selectLocation(await store.list(), options);
  const path = store.locationFolder(client.instanceId, location.id);
  await using folder = await openLocationFolder(path);
  if (!folder)
    throw new StopError('failed', `${location.tunnel.locationName} is connected by another process already.`);
  const signal = AbortSignal.any([dependencies.signal, folder.stopRequested]);
  const name = options.interfaceName ?? `gw-${location.id}`;
  const link = { name, userspaceOnly: options.userspaceOnly };
  const tunnel = locationTunnel({ link, path, privateKey: new Secret(client.privateKey) }, makeTunnel);
  const edge = makePersonClient(client.url, signal);
  const follower = createConfigurationFollower(client, { edge, store, log });
  const { method, code } = options;
  const session = createFactorSession({
    ...{ tunnel, request: { edge, client, method, code } },
    dependencies: { ...dependencies, signal },
  });
  // before a code is used
  await stopOnTunnelError(() => tunnel.open());
  try {
    await folder.saveInterface(link);
    const connection = { id: location.id, name, follower, session, updater: createTunnelUpdater(tunnel, dependencies) };
    await follow(connection, { ...dependencies, signal });
  } finally {
    await disconnect({ name, tunnel, folder }, dependencies);
  }
}

interface Connection {
  readonly id: number;
  /** Of the interface. */
  readonly name: string;
  readonly follower: ConfigurationFollower;
  readonly session: FactorSession;
  readonly updater: TunnelUpdater;
}

async function follow(
  { id, name, follower, session, updater }: Connection,
  { clock, random, log, resolution, signal }: ClientDependencies,
): Promise<void> {
  let dns: SplitDns | undefined;
  let isAnnounced = false;

  async function update(location: StoredLocation, presharedKey: Secret | undefined): Promise<void> {
    const isApplied = await updater.ensure(location.tunnel, presharedKey);
    if (!isApplied && isDeepStrictEqual(dns, location.dns)) return;
    const problem = await resolution.set(name, location.dns);
    if (problem !== undefined && !isDeepStrictEqual(dns, location.dns)) {
      log.warn({ reason: problem }, 'names of the location are not resolved through the tunnel');
    }
    dns = location.dns;
    if (!isAnnounced) log.info({ location: location.tunnel.locationName, interface: name }, 'the client is connected');
    isAnnounced = true;
  }

  while (!signal.aborted) {
    const failures = await follower.poll();
    if (signal.aborted) return;
    const location = follower.location(id);
    const presharedKey = await session.ensure(location, failures === 0);
    if (signal.aborted) return;
    if (presharedKey !== 'waiting') await update(location, presharedKey);
    await clock.sleep(pollDelayMilliseconds(failures, random()), signal);
  }
}

/** A failure is logged: the reason why `up` ends matters more. */
async function disconnect(
  { name, tunnel, folder }: { name: string; tunnel: Tunnel; folder: LocationFolder },
  { log, resolution }: Pick<ClientDependencies, 'log' | 'resolution'>,
): Promise<void> {
  try {
    await resolution.revert(name);
    await stopOnTunnelError(() => tunnel.remove());
    await folder.clearInterface();
    log.info({ interface: name }, 'the client is disconnected');
  } catch (error) {
    if (!(error instanceof StopError)) throw error;
    log.warn({ reason: error.message }, 'the interface cannot be removed; "gatewarden down" tries again');
  }
}
