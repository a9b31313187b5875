import { GatewayService } from '@gatewarden/contract/gateway/v1';
import { type CoreList, createCoreList } from '@gatewarden/link/core-list';
import type { JoinDependencies } from '@gatewarden/link/join-core';
import { stayConnected } from '@gatewarden/link/stay-connected';
import { StopError } from '@gatewarden/link/stop-error';
import { Secret } from '@gatewarden/process/secret';
import type { Logger } from 'pino';
import type { Firewall } from '../ports/firewall.ts';
import type { Forwarding } from '../ports/forwarding.ts';
import type { Nat } from '../ports/nat.ts';
import type { Backend, Wireguard } from '../ports/wireguard.ts';
import { createForwardingCheck, type ForwardingCheck } from '../report/forwarding-check.ts';
import { runControlStream } from '../session/control-stream.ts';
import { joinLocation } from '../session/join.ts';
import { createStateJournal } from '../session/state-journal.ts';
import { createTunnelController, type TunnelController } from '../session/tunnel-controller.ts';
import { decideMembership, type Identity, type Membership } from '../state-folder/identity.ts';
import { createRecordLog } from '../state-folder/record-log.ts';
import { type OwnInterfaces, openStateFolder, type StateFolder } from '../state-folder/state-folder.ts';
import type { Makers } from './makers.ts';
import type { Options } from './read-options.ts';
import { removeInterface, removeInterfaceOf, toStopError } from './remove-interface.ts';

export interface GatewayDependencies extends JoinDependencies, Makers {
  readonly forwarding: Forwarding;
  readonly log: Logger;
  readonly hostname: string;
  readonly agentVersion: string;
  /** Stops the agent; the tunnels stay up. */
  readonly signal: AbortSignal;
}

type GatewayOptions = Pick<Options, 'token' | 'rejoin' | 'name' | 'interfaceName' | 'stateDir' | 'keepForwarding'>;

/**
 * Runs until stopped. The tunnels are up as soon as the last applied state is restored, even without core.
 * @throws StopError when it cannot continue; when core refuses the gateway, its interface and state are removed first
 */
export async function runGateway(options: GatewayOptions, dependencies: GatewayDependencies): Promise<void> {
  await using folder = await openStateFolder(options.stateDir);
  try {
    await runInFolder(folder, options, dependencies);
  } catch (error) {
    throw toStopError(error);
  }
}

async function runInFolder(folder: StateFolder, options: GatewayOptions, dependencies: GatewayDependencies) {
  const { log, makeWireguard } = dependencies;
  const identity = await folder.readIdentity();
  const membership = decideMembership({ identity, refusal: await folder.readRefusal(), ...options });
  const own = await folder.readInterfaces();
  const name = interfaceName(options, membership, own);
  let cores: CoreList | undefined;
  const wireguard = makeWireguard({ name, mark: own.mark }, folder.temporaryFolder, () => cores?.hosts ?? []);
  const opened = await openInterface(folder, wireguard, name, own);
  log.info({ interface: name, ...opened }, opened.adopted ? 'interface taken over' : 'interface created');

  // A failed attempt to join leaves nothing behind, and does not change the result of an earlier one.
  const undo = async () => {
    if (!opened.adopted && membership.kind === 'join') await wireguard.remove();
    await folder.saveInterfaces(own);
  };
  const joined = await joinOrResume(folder, membership, options.name, dependencies).catch(async (error: unknown) => {
    await undo();
    throw error;
  });
  if (!joined) return undo();
  await removeFormerInterfaces(folder, name, own, dependencies);

  const others = await folder.readCores();
  cores = createCoreList({ ...dependencies, first: joined.identity.core, others });
  const journal = createStateJournal(createRecordLog(folder.journalPath));
  const firewall = dependencies.makeFirewall({ name }, folder.temporaryFolder);
  const nat = dependencies.makeNat({ name }, folder.temporaryFolder);
  const controller = createTunnelController({ wireguard, firewall, nat, journal, log });
  await controller.restore();
  const forwarding = createForwardingCheck({ ...dependencies, mayEnable: !options.keepForwarding });
  const service = { joined, cores, controller, forwarding, wireguard, firewall, nat, folder, backend: opened.backend };
  await serve(service, dependencies);
}

/** The option, else the name in use, else a name that is unique per location. */
function interfaceName({ interfaceName: wanted }: GatewayOptions, membership: Membership, own: OwnInterfaces): string {
  const inUse = membership.kind === 'resume' ? own.names[0] : undefined;
  const { location } = membership.kind === 'resume' ? membership.identity : membership.token;
  return wanted ?? inUse ?? `gw${location}`;
}

async function openInterface(folder: StateFolder, wireguard: Wireguard, name: string, own: OwnInterfaces) {
  // Saved first: if the agent is killed right after, the next start must recognize the interface.
  await folder.saveInterfaces({ ...own, names: [name, ...own.names.filter((each) => each !== name)] });
  try {
    return await wireguard.open();
  } catch (error) {
    await folder.saveInterfaces(own);
    throw error;
  }
}

/** Interfaces with former names would occupy the location's port. */
async function removeFormerInterfaces(
  folder: StateFolder,
  name: string,
  { mark, names }: OwnInterfaces,
  dependencies: GatewayDependencies,
) {
  for (const former of names.filter((each) => each !== name)) {
    await removeInterfaceOf(folder, { name: former, mark }, dependencies);
  }
  await folder.saveInterfaces({ mark, names: [name] });
}

interface JoinedGateway {
  readonly identity: Identity;
  readonly ca: string;
}

/** Joins, or returns the stored identity. Undefined if stopped before core answered. */
async function joinOrResume(
  folder: StateFolder,
  membership: Membership,
  name: string,
  { hostname, agentVersion, log, ...rest }: GatewayDependencies,
): Promise<JoinedGateway | undefined> {
  if (membership.kind === 'resume') {
    const ca = await folder.readCa();
    if (ca === undefined)
      throw new StopError('failed', 'ca.pem is missing in the state folder; join again with --rejoin.');
    await folder.saveIdentity(membership.identity, ca);
    return { identity: membership.identity, ca };
  }
  const details = { name, hostname, agentVersion };
  const former = await folder.readIdentity();
  // another core must not see the credential
  const replacedCredential = former?.ca === membership.token.ca ? former.credential : '';
  const joined = await joinLocation(membership.token, { ...details, replacedCredential }, { ...rest, log });
  if (!joined) return undefined;
  // The versions of a former membership have no meaning in the new one.
  await folder.removeState();
  await folder.saveCores(joined.cores);
  await folder.saveIdentity(joined.identity, joined.ca);
  log.info({ location: joined.identity.locationName, gateway: joined.identity.gatewayId }, 'joined the location');
  return joined;
}

interface Service {
  readonly joined: JoinedGateway;
  readonly cores: CoreList;
  readonly controller: TunnelController;
  readonly forwarding: ForwardingCheck;
  readonly wireguard: Wireguard;
  readonly firewall: Firewall;
  readonly nat: Nat;
  readonly folder: StateFolder;
  readonly backend: Backend;
}

async function serve(
  { joined, cores, controller, forwarding, wireguard, firewall, nat, folder, backend }: Service,
  dependencies: GatewayDependencies,
) {
  const { hostname, agentVersion, log } = dependencies;
  const stopped = new AbortController();
  const watching = watchFirewall(controller, dependencies, AbortSignal.any([dependencies.signal, stopped.signal]));
  const credential = new Secret(joined.identity.credential);
  const end = await stayConnected({
    ...dependencies,
    service: GatewayService,
    ca: joined.ca,
    cores,
    saveCores: folder.saveCores,
    offlineStatus: 'tunnels stay up',
    run: async (link, onCoreAddresses) => {
      const hello = { agentVersion, hostname, backend, enforcesAccess: await firewall.isAvailable() };
      return runControlStream({ ...dependencies, link, credential, controller, forwarding, hello, onCoreAddresses });
    },
  }).finally(() => stopped.abort());
  await watching;
  await controller.settled();
  if (end === undefined) {
    log.info('stopped; the tunnels stay up');
    return;
  }
  const { tokenHash, locationName } = joined.identity;
  await removeInterface({ wireguard, firewall, nat });
  await folder.removeGateway({ tokenHash, locationName });
  throw new StopError('refused', `${refusalMessages[end]} Its interface and its credential are removed.`);
}

/** Another program that replaces the whole ruleset must not open the firewall for longer than ten seconds. */
const watchMilliseconds = 5_000;

async function watchFirewall(
  controller: TunnelController,
  { clock, log }: GatewayDependencies,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    await clock.sleep(watchMilliseconds, signal);
    if (signal.aborted) return;
    await controller.restoreFirewall().catch((error) => log.error({ err: error }, 'the firewall cannot be checked'));
  }
}

const refusalMessages = {
  revoked: 'Core no longer accepts the credential of this gateway: it was revoked or deleted.',
  'location-deleted': 'The location of this gateway no longer exists.',
} as const;
