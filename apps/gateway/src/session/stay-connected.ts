import { Secret } from '../platform/secret.ts';
import type { Identity } from '../state-folder/identity.ts';
import { backoffMilliseconds } from './backoff.ts';
import { runControlStream, type StreamEnd, type StreamOptions } from './control-stream.ts';
import { openCoreLink } from './core-link.ts';

export interface ConnectionOptions extends Omit<StreamOptions, 'link' | 'credential'> {
  readonly identity: Identity;
  /** The pinned authority as PEM. */
  readonly ca: string;
  readonly random: () => number;
}

/** A stream that lasted so long counts as a success: the next loss starts with short delays again. */
const stableMilliseconds = 60_000;

/** Holds a stream to core, one after another, until stopped (undefined) or core does not want this gateway any more. */
export async function stayConnected(
  options: ConnectionOptions,
): Promise<Exclude<StreamEnd['kind'], 'lost'> | undefined> {
  const { identity, ca, clock, random, log, signal } = options;
  for (let attempt = 0; !signal.aborted; attempt += 1) {
    const startedAt = clock.now().getTime();
    using link = openCoreLink(identity.core, ca);
    const end = await runControlStream({ ...options, link, credential: new Secret(identity.credential) });
    if (signal.aborted) break;
    if (end.kind !== 'lost') return end.kind;
    if (clock.now().getTime() - startedAt >= stableMilliseconds) attempt = 0;
    const delayMilliseconds = backoffMilliseconds(attempt, random());
    log.warn({ core: identity.core, reason: end.reason, delayMilliseconds }, 'no connection to core; tunnels stay up');
    await clock.sleep(delayMilliseconds, signal);
  }
  return undefined;
}
