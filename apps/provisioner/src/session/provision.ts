import { setTimeout as delay } from 'node:timers/promises';
import { StopError } from '@gatewarden/link/stop-error';
import { type Card, CardError, type ProvisionedCard } from '../ports/card.ts';
import type { CoreCalls, Job } from './core-calls.ts';

interface Log {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
}

interface Options {
  readonly core: CoreCalls;
  /** Its name, and the address of core. */
  readonly id: string;
  readonly url: string;
  readonly card: Card;
  readonly log: Log;
  /** Shows a text once to who is at the machine; never logged. */
  readonly print: (text: string) => void;
  readonly signal: AbortSignal;
  /** Attempts to use the card beyond the first, for a card that is connected late. */
  readonly retries: number;
  readonly retrySeconds: number;
}

/** Wire protocol §8. */
const pollMilliseconds = 2_000;
/** Core ends the job after ten minutes. */
const maxReports = 60;

/**
 * Registers, and does one job after another until the signal.
 * @throws StopError if core refuses the provisioner
 */
export async function provision(options: Options): Promise<void> {
  const { core, id, url, log, signal } = options;
  let isRegistered = false;
  let isLost = false;
  while (!signal.aborted) {
    try {
      if (!isRegistered) {
        await core.register();
        log.info({ name: id, core: url }, 'registered; waiting for jobs');
      }
      isRegistered = true;
      const job = await core.takeJob();
      if (isLost) log.info({}, 'core answers again');
      isLost = false;
      if (job) await perform(job, options);
    } catch (error) {
      if (error instanceof StopError) throw error;
      if (!isLost) log.warn({ err: error }, 'core does not answer; retrying');
      isLost = true;
    }
    await delay(pollMilliseconds, undefined, { signal }).catch(() => undefined);
  }
}

async function perform(job: Job, options: Options): Promise<void> {
  const { log, print, core } = options;
  log.info({ job: job.id }, 'provisioning a card');
  const result = await useCard(job, options);
  if (!('error' in result) && result.pins) {
    // before the report, whose answer may be lost
    print(`Card ${result.serial} of ${job.email}: PIN ${result.pins.user}, admin PIN ${result.pins.admin}\n`);
  }
  if (await report(job.id, result, core)) log.info({ job: job.id, failed: 'error' in result }, 'the job is done');
  else log.warn({ job: job.id }, 'core did not accept the result of the job; the keys of the card are not known to it');
}

async function useCard(
  job: Job,
  { card, retries, retrySeconds, signal, log }: Options,
): Promise<ProvisionedCard | { readonly error: string }> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await card.provision(job, signal);
    } catch (error) {
      if (signal.aborted) return { error: 'the provisioner was stopped' };
      if (!(error instanceof CardError)) throw error;
      if (attempt >= retries) return { error: error.message };
      log.warn({ job: job.id, reason: error.message }, 'the card cannot be used; retrying');
      await delay(retrySeconds * 1000, undefined, { signal }).catch(() => undefined);
    }
  }
}

/** A report that arrives twice has an effect once. */
async function report(jobId: number, result: Parameters<CoreCalls['report']>[1], core: CoreCalls): Promise<boolean> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await core.report(jobId, result);
    } catch (error) {
      if (error instanceof StopError || attempt >= maxReports) throw error;
      await delay(pollMilliseconds);
    }
  }
}
