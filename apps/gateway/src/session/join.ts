import { Code, ConnectError } from '@connectrpc/connect';
import type { JoinToken } from '@gatewarden/contract/join-token';
import type { Logger } from 'pino';
import { StopError } from '../platform/stop-error.ts';
import type { Clock } from '../ports/clock.ts';
import { type Identity, tokenHash } from '../state-folder/identity.ts';
import { backoffMilliseconds } from './backoff.ts';
import { openCoreLink } from './core-link.ts';
import { fetchCa } from './pin-ca.ts';

export interface Introduction {
  /** How people call this gateway; the host name when empty. */
  readonly name: string;
  readonly hostname: string;
  readonly agentVersion: string;
}

interface Dependencies {
  readonly clock: Clock;
  readonly random: () => number;
  readonly log: Logger;
  readonly signal: AbortSignal;
}

export interface Joined {
  readonly identity: Identity;
  /** The pinned authority as PEM. */
  readonly ca: string;
}

/**
 * Exchanges the token for a credential; as long as core is away it tries again. Undefined when stopped before.
 * @throws StopError when core refuses the token, or is not the core of the token
 */
export async function joinCore(
  token: JoinToken,
  introduction: Introduction,
  { clock, random, log, signal }: Dependencies,
): Promise<Joined | undefined> {
  for (let attempt = 0; !signal.aborted; attempt += 1) {
    try {
      return await joinOnce(token, introduction, signal);
    } catch (error) {
      if (signal.aborted) break;
      if (error instanceof StopError) throw error;
      const delay = backoffMilliseconds(attempt, random());
      const { message } = ConnectError.from(error);
      log.warn({ core: token.core, reason: message, delayMilliseconds: delay }, 'core cannot be reached; trying again');
      await clock.sleep(delay, signal);
    }
  }
  return undefined;
}

const timeoutMs = 15_000;

async function joinOnce(token: JoinToken, introduction: Introduction, signal: AbortSignal): Promise<Joined> {
  const ca = await fetchCa(token.core, token.ca, signal);
  using link = openCoreLink(token.core, ca);
  try {
    const request = { secret: token.secret, locationId: token.location, ...introduction };
    const { gatewayId, credential, locationName } = await link.client.join(request, { signal, timeoutMs });
    const { core, location } = token;
    const identity = { core, location, locationName, ca: token.ca, gatewayId, credential, tokenHash: tokenHash(token) };
    return { identity, ca };
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
