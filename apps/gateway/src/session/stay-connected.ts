import { Secret } from '../platform/secret.ts';
import type { Identity } from '../state-folder/identity.ts';
import { backoffMilliseconds } from './backoff.ts';
import { runControlStream, type StreamEnd, type StreamOptions } from './control-stream.ts';
import { type LinkTimings, openCoreLink, patientTimings } from './core-link.ts';
import type { CoreList } from './core-list.ts';

export interface ConnectionOptions extends Omit<StreamOptions, 'link' | 'credential' | 'onCoreAddresses'> {
  readonly identity: Identity;
  /** The pinned authority as PEM. */
  readonly ca: string;
  readonly cores: CoreList;
  /** Stores the addresses that core sent. */
  readonly saveCores: (addresses: readonly string[]) => Promise<void>;
  readonly timings: LinkTimings;
  readonly random: () => number;
}

/** A stream that lasted so long counts as a success: the next loss starts with short delays again. */
const stableMilliseconds = 10_000;

/**
 * Keeps a stream to one of core's replicas, one after another, until stopped (undefined) or core does not want this
 * gateway any more. When a stream is lost, the addresses are tried in rounds: without a delay within a round, with
 * growing random delays before each.
 */
export async function stayConnected(
  options: ConnectionOptions,
): Promise<Exclude<StreamEnd['kind'], 'lost'> | undefined> {
  const { cores, clock, random, log, signal } = options;
  for (let attempt = 0; !signal.aborted; attempt += 1) {
    const startedAt = clock.now().getTime();
    const { end, answered } = await connectOnce(options, attempt);
    if (signal.aborted) break;
    if (end.kind !== 'lost') return end.kind;
    if (answered && clock.now().getTime() - startedAt >= stableMilliseconds) attempt = 0;
    const delayMilliseconds = backoffMilliseconds(attempt, random());
    const facts = { core: cores.addresses.join(', '), reason: end.reason, delayMilliseconds };
    log.warn(facts, 'no connection to core; tunnels stay up');
    await clock.sleep(delayMilliseconds, signal);
  }
  return undefined;
}

/** Tries one address after another. Ends with the stream that one of them answered, or with the last failure. */
async function connectOnce(
  options: ConnectionOptions,
  attempt: number,
): Promise<{ readonly end: StreamEnd; readonly answered: boolean }> {
  const { identity, ca, cores, timings, saveCores, log, signal } = options;
  const onCoreAddresses = async (addresses: readonly string[]) => {
    if (!cores.update(addresses)) return;
    await saveCores(cores.addresses).catch((error) =>
      log.error({ err: error }, 'the list of cores could not be saved'),
    );
  };
  let end: StreamEnd = { kind: 'lost', reason: 'the address of core cannot be resolved' };
  const round = await cores.nextRound();
  // a balancer may lead a second try to another replica
  for (const endpoint of round.length === 1 ? [...round, ...round] : round) {
    if (signal.aborted) break;
    using link = openCoreLink(endpoint, ca, patientTimings(timings, attempt));
    const credential = new Secret(identity.credential);
    end = await runControlStream({ ...options, link, credential, onCoreAddresses });
    if (end.kind === 'lost') cores.failed(endpoint);
    if (link.answered || end.kind !== 'lost') return { end, answered: link.answered };
    log.debug({ core: endpoint.label, reason: end.reason }, 'this address of core does not work; trying the next one');
  }
  return { end, answered: false };
}
