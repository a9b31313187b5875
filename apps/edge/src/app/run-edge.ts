import { EdgeService } from '@gatewarden/contract/edge/v1';
import { type AcceptedCores, acceptCores } from '@gatewarden/link/accept-cores';
import type { Clock } from '@gatewarden/link/clock';
import type { LinkTimings } from '@gatewarden/link/core-link';
import type { CoreList } from '@gatewarden/link/core-list';
import { type LinkFolder, openLinkFolder } from '@gatewarden/link/link-folder';
import { stayConnected } from '@gatewarden/link/stay-connected';
import { StopError } from '@gatewarden/link/stop-error';
import { type CertificateFiles, FileError, followCertificateFiles } from '@gatewarden/listener/certificate-files';
import { startEdgeServer } from '@gatewarden/listener/edge-server';
import { createServerTls, type ServerTls } from '@gatewarden/listener/server-tls';
import { parseEndpoint } from '@gatewarden/net/endpoint';
import { Secret } from '@gatewarden/process/secret';
import type { Logger } from 'pino';
import { joinCoreOver } from '../session/join.ts';
import { createRemoteCalls, type RemoteCalls } from '../session/remote-calls.ts';
import { runServeStream } from '../session/serve-stream.ts';
import { decideMembership, Identity, type Membership, Refusal } from '../state-folder/identity.ts';
import type { Options } from './read-options.ts';

interface Dependencies {
  readonly timings: LinkTimings;
  readonly clock: Clock;
  /** At least 0, below 1. */
  readonly random: () => number;
  readonly log: Logger;
  readonly hostname: string;
  readonly edgeVersion: string;
  /** Folder of the built pages. */
  readonly files: URL;
  /** Called once the edge listens. */
  readonly onListening: (ports: { readonly port: number; readonly linkPort: number }) => void;
  /** Stops the edge. */
  readonly signal: AbortSignal;
}

type Folder = LinkFolder<Identity, Refusal>;

/**
 * Runs until stopped. People get an answer as soon as it listens, also before core has connected.
 * @throws StopError when it cannot continue
 */
export async function runEdge(options: Options, dependencies: Dependencies): Promise<void> {
  const { log, edgeVersion } = dependencies;
  await using folder = await openLinkFolder(options.stateDir, {
    ...{ component: 'edge', identity: Identity, refusal: Refusal },
  });
  const identity = await folder.readIdentity();
  const membership = decideMembership({ identity, refusal: await folder.readRefusal(), ...options });
  const { address, ca } =
    membership.kind === 'resume' ? membership.identity : { ...membership.token, address: membership.token.core };
  await using resources = new AsyncDisposableStack();
  const tls = options.tls && (await openTls(options.tls, log, resources));
  const linkPort = options.linkPort ?? parseEndpoint(address, { zone: true })?.port ?? 0;
  const cores = await acceptCores({ host: options.linkHost, port: linkPort, fingerprint: ca, log }).catch(
    explainFailure('link-port', linkPort),
  );
  resources.defer(() => cores.stop());
  const calls = createRemoteCalls({ elapsedMilliseconds: () => performance.now() });
  let isBehindHttps = false;
  const { host, port, trustedProxies } = options;
  const server = await startEdgeServer({
    ...{ host, port, trustedProxies, version: edgeVersion, log, calls, files: dependencies.files },
    tls,
    isHttps: () => tls !== undefined || isBehindHttps,
    isCoreConnected: () => calls.isConnected,
  }).catch(explainFailure('port', port));
  resources.defer(() => server.stop());
  dependencies.onListening({ port: server.port, linkPort: cores.port });
  log.info({ port: server.port, linkPort: cores.port }, 'listening; waiting for core to connect');
  const joined = await joinOrResume(folder, membership, cores, dependencies);
  if (!joined) return;
  const onWelcome = ({ https }: { readonly https: boolean }) => {
    isBehindHttps = https;
    log.info({}, 'connected to core');
  };
  const refusal = await serveCores({ cores, ca, calls, joined, onWelcome }, dependencies);
  if (refusal === undefined) return void log.info('stopped');
  await folder.saveRefusal({ tokenHash: joined.tokenHash });
  throw new StopError('refused', 'Core no longer accepts the credential of this edge: it was removed or replaced.');
}

/** Follows the files until `resources` is disposed. @throws StopError if they cannot be used now */
async function openTls(files: CertificateFiles, log: Logger, resources: AsyncDisposableStack): Promise<ServerTls> {
  const settings = { certFile: '--tls-cert', keyFile: '--tls-key' };
  const tls = createServerTls();
  const stop = await followCertificateFiles({ files, settings, tls, log }).catch((error: unknown) => {
    if (!(error instanceof FileError)) throw error;
    throw new StopError('failed', error.message, { cause: error });
  });
  resources.defer(stop);
  return tls;
}

interface Serving {
  readonly cores: AcceptedCores;
  /** Fingerprint of the authority of core. */
  readonly ca: string;
  readonly calls: RemoteCalls;
  readonly joined: Identity;
  readonly onWelcome: (welcome: { readonly https: boolean }) => void;
}

/** Passes calls to the cores that connect, until stopped: undefined, or until one refuses this edge. */
function serveCores({ cores, ca, calls, joined, onWelcome }: Serving, dependencies: Dependencies) {
  return stayConnected({
    ...dependencies,
    ...{ service: EdgeService, ca, saveCores: async () => undefined },
    cores: listOf(cores, dependencies.signal),
    offlineStatus: 'people are told that core cannot be reached',
    async run(link) {
      cores.refuse(true);
      const hello = { edgeVersion: dependencies.edgeVersion, hostname: dependencies.hostname };
      const credential = new Secret(joined.credential);
      return runServeStream({ ...dependencies, link, credential, hello, calls, onWelcome }).finally(() =>
        cores.refuse(false),
      );
    },
  });
}

/** Joins, or returns the stored identity. Undefined if stopped before core answered. */
async function joinOrResume(
  folder: Folder,
  membership: Membership,
  cores: AcceptedCores,
  { hostname, edgeVersion, log, timings, signal }: Dependencies,
): Promise<Identity | undefined> {
  if (membership.kind === 'resume') return membership.identity;
  const former = await folder.readIdentity();
  // another core must not see the credential
  const replacedCredential = former?.ca === membership.token.ca ? former.credential : '';
  for (;;) {
    const core = await cores.next(signal);
    if (!core) return undefined;
    const details = { hostname, edgeVersion, replacedCredential };
    const identity = await joinCoreOver(core, membership.token, details, { timings, signal });
    if (!identity) continue;
    await folder.saveIdentity(identity, core.ca);
    log.info({ edge: identity.edgeId }, 'joined core');
    return identity;
  }
}

/** The addresses of cores are unknown here: the next attempt is made over the next connection that one opens. */
function listOf(cores: AcceptedCores, signal: AbortSignal): CoreList {
  return {
    addresses: [],
    hosts: [],
    async nextRound() {
      const core = await cores.next(signal);
      return core ? [core.endpoint] : [];
    },
    failed: () => undefined,
    update: () => false,
  };
}

function explainFailure(option: 'port' | 'link-port', port: number) {
  return ({ code = '', message }: NodeJS.ErrnoException): never => {
    const why = {
      EADDRINUSE: `Port ${port} is in use by another program. End that one, or choose another port with --${option}.`,
      EACCES: `Port ${port} needs rights that this process lacks. Choose another port with --${option}.`,
    }[code];
    throw new StopError('failed', why ?? `The edge cannot listen on port ${port}: ${message}.`);
  };
}
