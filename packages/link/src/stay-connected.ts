import type { DescService } from '@bufbuild/protobuf';
import { backoffMilliseconds } from './backoff.ts';
import type { Clock } from './clock.ts';
import { type CoreLink, type LinkTimings, openCoreLink, timingsForAttempt } from './core-link.ts';
import type { CoreList } from './core-list.ts';
import type { LinkLog } from './link-log.ts';

/** How a stream ended: `lost`, so another attempt makes sense, or `refused`: core no longer accepts the component. */
export type StreamEnd<Refusal> =
  | { readonly kind: 'lost'; readonly reason: string }
  | { readonly kind: 'refused'; readonly refusal: Refusal };

export interface ConnectionOptions<Service extends DescService, Refusal> {
  readonly service: Service;
  /** Runs one stream over the link until it ends. */
  readonly run: (link: CoreLink<Service>, onCoreAddresses: OnCoreAddresses) => Promise<StreamEnd<Refusal>>;
  /** The pinned authority as PEM. */
  readonly ca: string;
  readonly cores: CoreList;
  /** Stores the addresses that core sent. */
  readonly saveCores: (addresses: readonly string[]) => Promise<void>;
  readonly timings: LinkTimings;
  readonly clock: Clock;
  /** At least 0, below 1. */
  readonly random: () => number;
  readonly log: LinkLog;
  readonly signal: AbortSignal;
  /** What continues while core cannot be reached, for the log. */
  readonly offlineStatus: string;
}

/** To be called with each list of addresses that core sends. */
export type OnCoreAddresses = (addresses: readonly string[]) => Promise<void>;

/** A stream that lasts this long is a success: the next delays are short again. */
const stableMilliseconds = 10_000;

/**
 * Maintains a stream to one of core's replicas until stopped (undefined) or until core no longer accepts the component.
 * When a stream is lost, the addresses are tried in rounds: without a delay within a round, with growing random delays
 * between rounds.
 */
export async function stayConnected<Service extends DescService, Refusal>(
  options: ConnectionOptions<Service, Refusal>,
): Promise<Refusal | undefined> {
  const { cores, clock, random, log, signal, offlineStatus } = options;
  for (let attempt = 0; !signal.aborted; attempt += 1) {
    const startedAt = clock.now().getTime();
    const { end, answered } = await connectOnce(options, attempt);
    if (signal.aborted) break;
    if (end.kind === 'refused') return end.refusal;
    if (answered && clock.now().getTime() - startedAt >= stableMilliseconds) attempt = 0;
    const delayMilliseconds = backoffMilliseconds(attempt, random());
    const facts = { core: cores.addresses.join(', '), reason: end.reason, delayMilliseconds };
    log.warn(facts, `no connection to core; ${offlineStatus}`);
    await clock.sleep(delayMilliseconds, signal);
  }
  return undefined;
}

/** Tries one address after another. Returns how the first answered stream ended, or the last failure. */
async function connectOnce<Service extends DescService, Refusal>(
  options: ConnectionOptions<Service, Refusal>,
  attempt: number,
): Promise<{ readonly end: StreamEnd<Refusal>; readonly answered: boolean }> {
  const { service, run, ca, cores, timings, saveCores, log, signal } = options;
  const onCoreAddresses: OnCoreAddresses = async (addresses) => {
    if (!cores.update(addresses)) return;
    await saveCores(cores.addresses).catch((error) =>
      log.error({ err: error }, 'the list of cores could not be saved'),
    );
  };
  let end: StreamEnd<Refusal> = { kind: 'lost', reason: 'the address of core cannot be resolved' };
  const round = await cores.nextRound();
  // a load balancer may pass a second attempt to another replica
  const [only] = round;
  for (const endpoint of round.length === 1 && !only?.socket ? [...round, ...round] : round) {
    if (signal.aborted) break;
    using link = openCoreLink(service, { endpoint, ca, timings: timingsForAttempt(timings, attempt) });
    end = await run(link, onCoreAddresses);
    if (end.kind === 'lost') cores.failed(endpoint);
    if (link.answered || end.kind === 'refused') return { end, answered: link.answered };
    log.debug(
      { core: endpoint.label, reason: end.reason },
      'no connection to this address of core; trying the next one',
    );
  }
  return { end, answered: false };
}
