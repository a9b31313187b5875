import type { DescService } from '@bufbuild/protobuf';
import { type CallOptions, type Client, type Code, ConnectError } from '@connectrpc/connect';
import type { JoinToken } from '@gatewarden/contract/join-token';
import { backoffMilliseconds } from './backoff.ts';
import type { Clock } from './clock.ts';
import type { CoreEndpoint } from './core-address.ts';
import { type LinkTimings, openCoreLink, timingsForAttempt } from './core-link.ts';
import { type CoreList, createCoreList, isLoopbackAddress } from './core-list.ts';
import { fetchCa, WrongCoreError } from './fetch-ca.ts';
import type { LinkLog } from './link-log.ts';
import type { ResolveHost } from './resolve-host.ts';
import { StopError } from './stop-error.ts';

/** How a type of component exchanges the token for a credential. */
export interface JoinExchange<Service extends DescService, Answer> {
  readonly service: Service;
  join(client: Client<Service>, options: CallOptions): Promise<Answer>;
  /** Message for the person at the terminal, by the code with which core refuses. */
  readonly refusals: Partial<Record<Code, string>>;
  /** How to get a token with another address of core, for the person at the terminal. */
  readonly copyInstructions: string;
}

export interface JoinDependencies {
  readonly resolve: ResolveHost;
  readonly timings: LinkTimings;
  readonly clock: Clock;
  readonly random: () => number;
  readonly log: LinkLog;
  readonly signal: AbortSignal;
}

export interface JoinedCore<Answer> {
  readonly answer: Answer;
  /** The pinned authority as PEM. */
  readonly ca: string;
}

/**
 * Exchanges the token for a credential at the first of its addresses that answers; retries while core cannot be
 * reached. Undefined when stopped before core answers.
 * @throws StopError when core refuses the token, or is not the core that issued it
 */
export async function joinCore<Service extends DescService, Answer>(
  token: JoinToken,
  exchange: JoinExchange<Service, Answer>,
  dependencies: JoinDependencies,
): Promise<JoinedCore<Answer> | undefined> {
  const { clock, random, log, signal } = dependencies;
  const list = createCoreList({ ...dependencies, first: token.core, others: token.cores ?? [] });
  for (let attempt = 0; !signal.aborted; attempt += 1) {
    const attempted = await joinRound(list, token, exchange, attempt, dependencies);
    if (attempted.kind === 'joined') return attempted.joined;
    if (signal.aborted) break;
    const delay = backoffMilliseconds(attempt, random());
    const facts = { core: list.addresses.join(', '), reason: attempted.reason, delayMilliseconds: delay };
    log.warn(facts, `core cannot be reached; trying again${loopbackHint(list, exchange.copyInstructions)}`);
    await clock.sleep(delay, signal);
  }
  return undefined;
}

/**
 * A token that core issued before its address was configured contains a loopback address, useless on another machine.
 */
function loopbackHint({ addresses }: CoreList, copyInstructions: string): string {
  if (!addresses.every(isLoopbackAddress)) return '';
  return `. The token names this machine itself as the address of core. If core runs on another machine, ${copyInstructions}`;
}

type JoinAttempt<Answer> =
  | { readonly kind: 'joined'; readonly joined: JoinedCore<Answer> }
  | { readonly kind: 'unreachable'; readonly reason: string };

/**
 * @throws StopError when core refuses, or when no address leads to the core of the token and one leads to a wrong core
 */
async function joinRound<Service extends DescService, Answer>(
  list: CoreList,
  token: JoinToken,
  exchange: JoinExchange<Service, Answer>,
  attempt: number,
  { timings, signal }: JoinDependencies,
): Promise<JoinAttempt<Answer>> {
  let wrongCore: StopError | undefined;
  let reason = 'the address of core cannot be resolved';
  for (const endpoint of await list.nextRound()) {
    if (signal.aborted) break;
    try {
      const joined = await joinOnce(endpoint, token, exchange, timingsForAttempt(timings, attempt), signal);
      return { kind: 'joined', joined };
    } catch (error) {
      if (error instanceof WrongCoreError) wrongCore = error;
      else if (error instanceof StopError) throw error;
      reason = ConnectError.from(error).rawMessage;
      list.failed(endpoint);
    }
  }
  if (wrongCore) throw wrongCore;
  return { kind: 'unreachable', reason };
}

const timeoutMs = 15_000;

async function joinOnce<Service extends DescService, Answer>(
  endpoint: CoreEndpoint,
  token: JoinToken,
  { service, join, refusals }: JoinExchange<Service, Answer>,
  timings: LinkTimings,
  signal: AbortSignal,
): Promise<JoinedCore<Answer>> {
  const ca = await fetchCa(endpoint, token.ca, { signal, timeout: timings.connect });
  using link = openCoreLink(service, { endpoint, ca, timings });
  try {
    await link.connect();
    return { answer: await join(link.client, { signal, timeoutMs }), ca };
  } catch (error) {
    const sentence = refusals[ConnectError.from(error).code];
    throw sentence === undefined ? error : new StopError('refused', sentence, { cause: error });
  }
}
