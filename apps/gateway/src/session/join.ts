import { Code, ConnectError } from '@connectrpc/connect';
import type { Logger } from 'pino';
import { StopError } from '../platform/stop-error.ts';
import type { Clock } from '../ports/clock.ts';
import type { ResolveHost } from '../ports/resolve-host.ts';
import { type GatewayToken, type Identity, tokenHash } from '../state-folder/identity.ts';
import { backoffMilliseconds } from './backoff.ts';
import type { CoreEndpoint } from './core-address.ts';
import { type LinkTimings, openCoreLink, patientTimings } from './core-link.ts';
import { type CoreList, createCoreList, isLoopbackAddress } from './core-list.ts';
import { ForeignCore, fetchCa } from './pin-ca.ts';

export interface Introduction {
  /** How people call this gateway; the host name when empty. */
  readonly name: string;
  readonly hostname: string;
  readonly agentVersion: string;
  /** Credential of the gateway of the same core that this one replaces; empty for none. */
  readonly replacedCredential: string;
}

interface Dependencies {
  readonly resolve: ResolveHost;
  readonly timings: LinkTimings;
  readonly clock: Clock;
  readonly random: () => number;
  readonly log: Logger;
  readonly signal: AbortSignal;
}

export interface Joined {
  readonly identity: Identity;
  /** The pinned authority as PEM. */
  readonly ca: string;
  /** Addresses of core's replicas, as core sent them. */
  readonly cores: readonly string[];
}

/**
 * Exchanges the token for a credential, at whichever of its addresses answers; while core cannot be reached it tries
 * again. Undefined when stopped before.
 * @throws StopError when core refuses the token, or is not the core of the token
 */
export async function joinCore(
  token: GatewayToken,
  introduction: Introduction,
  dependencies: Dependencies,
): Promise<Joined | undefined> {
  const { clock, random, log, signal } = dependencies;
  const list = createCoreList({ ...dependencies, first: token.core, others: token.cores ?? [] });
  for (let attempt = 0; !signal.aborted; attempt += 1) {
    const tried = await joinRound(list, token, introduction, attempt, dependencies);
    if (tried.kind === 'joined') return tried.joined;
    if (signal.aborted) break;
    const delay = backoffMilliseconds(attempt, random());
    const facts = { core: list.addresses.join(', '), reason: tried.reason, delayMilliseconds: delay };
    log.warn(facts, `core cannot be reached; trying again${hintFor(list)}`);
    await clock.sleep(delay, signal);
  }
  return undefined;
}

/** A token that core issued before it was told its address leads a gateway elsewhere to itself. */
function hintFor({ addresses }: CoreList): string {
  if (!addresses.every(isLoopbackAddress)) return '';
  return (
    '. The token names this machine itself as the address of core. If core runs on another machine, enter the address at ' +
    'which gateways reach it under "Add a gateway" in the console, and copy the command from there'
  );
}

type Tried =
  | { readonly kind: 'joined'; readonly joined: Joined }
  | { readonly kind: 'unreachable'; readonly reason: string };

/** @throws StopError when core refuses, or when no address leads to the core of the token and one leads to another core */
async function joinRound(
  list: CoreList,
  token: GatewayToken,
  introduction: Introduction,
  attempt: number,
  { timings, signal }: Dependencies,
): Promise<Tried> {
  let foreign: StopError | undefined;
  let reason = 'the address of core cannot be resolved';
  for (const endpoint of await list.nextRound()) {
    if (signal.aborted) break;
    try {
      const joined = await joinOnce(endpoint, token, introduction, patientTimings(timings, attempt), signal);
      return { kind: 'joined', joined };
    } catch (error) {
      if (error instanceof ForeignCore) foreign = error;
      else if (error instanceof StopError) throw error;
      reason = ConnectError.from(error).rawMessage;
      list.failed(endpoint);
    }
  }
  if (foreign) throw foreign;
  return { kind: 'unreachable', reason };
}

const timeoutMs = 15_000;

async function joinOnce(
  endpoint: CoreEndpoint,
  token: GatewayToken,
  introduction: Introduction,
  timings: LinkTimings,
  signal: AbortSignal,
): Promise<Joined> {
  const ca = await fetchCa(endpoint, token.ca, { signal, timeout: timings.connect });
  using link = openCoreLink(endpoint, ca, timings);
  try {
    await link.connect();
    const request = { secret: token.secret, locationId: token.location, ...introduction };
    const answer = await link.client.join(request, { signal, timeoutMs });
    const { gatewayId, credential, locationName, coreAddresses } = answer;
    const { core, location } = token;
    const cores = coreAddresses.length > 0 ? coreAddresses : (token.cores ?? []);
    const identity = { core, location, locationName, ca: token.ca, gatewayId, credential, tokenHash: tokenHash(token) };
    return { identity, ca, cores };
  } catch (error) {
    const sentence = refusals[ConnectError.from(error).code];
    throw sentence === undefined ? error : new StopError('refused', sentence, { cause: error });
  }
}

const refusals: Partial<Record<Code, string>> = {
  [Code.Unauthenticated]:
    'Core does not know this join token: it was rotated, or its location was deleted. Copy the present one from the console.',
  [Code.NotFound]: 'The location of this join token does not exist any more.',
  [Code.FailedPrecondition]: 'The location has as many gateways as it may have; remove one that is not used any more.',
  [Code.InvalidArgument]: 'Core did not accept the name of this gateway; choose another one with --name.',
};
