import { Code, ConnectError } from '@connectrpc/connect';
import { EdgeService } from '@gatewarden/contract/edge/v1';
import type { JoinToken } from '@gatewarden/contract/join-token';
import type { AcceptedCore } from '@gatewarden/link/accept-cores';
import { type LinkTimings, openCoreLink } from '@gatewarden/link/core-link';
import { StopError } from '@gatewarden/link/stop-error';
import { type Identity, tokenHash } from '../state-folder/identity.ts';

interface JoinDetails {
  readonly hostname: string;
  readonly edgeVersion: string;
  /** Credential of the edge that this one replaces, at the same core; empty for none. */
  readonly replacedCredential: string;
}

interface Dependencies {
  readonly timings: LinkTimings;
  readonly signal: AbortSignal;
}

const timeoutMs = 15_000;

/**
 * Exchanges the token for a credential over a connection of core. Undefined if the connection is lost.
 * @throws StopError when core refuses the token
 */
export async function joinCoreOver(
  { endpoint, ca }: AcceptedCore,
  token: JoinToken,
  details: JoinDetails,
  { timings, signal }: Dependencies,
): Promise<Identity | undefined> {
  using link = openCoreLink(EdgeService, { endpoint, ca, timings });
  try {
    await link.connect();
    const joined = await link.client.join({ secret: token.secret, ...details }, { signal, timeoutMs });
    const { edgeId, credential } = joined;
    return { address: token.core, ca: token.ca, edgeId, credential, tokenHash: tokenHash(token) };
  } catch (error) {
    const refused = refusals[ConnectError.from(error).code];
    if (refused !== undefined) throw new StopError('refused', refused, { cause: error });
    return undefined;
  }
}

const refusals: Partial<Record<Code, string>> = {
  [Code.Unauthenticated]:
    'Core does not know this join token: it was rotated, or the edge was removed. Copy the present one from the console.',
  [Code.InvalidArgument]: 'Core did not accept the host name of this machine.',
};
