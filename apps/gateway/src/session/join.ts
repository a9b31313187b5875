import { Code } from '@connectrpc/connect';
import { GatewayService } from '@gatewarden/contract/gateway/v1';
import { type JoinDependencies, joinCore } from '@gatewarden/link/join-core';
import { type GatewayToken, type Identity, tokenHash } from '../state-folder/identity.ts';

export interface JoinDetails {
  /** Shown in the console; the host name if empty. */
  readonly name: string;
  readonly hostname: string;
  readonly agentVersion: string;
  /** Credential of the gateway that this one replaces, at the same core; empty for none. */
  readonly replacedCredential: string;
}

export interface Joined {
  readonly identity: Identity;
  /** The pinned authority as PEM. */
  readonly ca: string;
  /** Addresses of core's replicas, as core sent them. */
  readonly cores: readonly string[];
}

/**
 * Exchanges the token for a credential; retries while core cannot be reached. Undefined if stopped before core answers.
 * @throws StopError when core refuses the token, or is not the core that issued it
 */
export async function joinLocation(
  token: GatewayToken,
  details: JoinDetails,
  dependencies: JoinDependencies,
): Promise<Joined | undefined> {
  const { core, location, secret } = token;
  const joined = await joinCore(
    token,
    {
      service: GatewayService,
      join: (client, options) => client.join({ secret, locationId: location, ...details }, options),
      refusals,
      copyInstructions,
    },
    dependencies,
  );
  if (!joined) return undefined;
  const { gatewayId, credential, locationName, coreAddresses } = joined.answer;
  return {
    identity: { core, location, locationName, ca: token.ca, gatewayId, credential, tokenHash: tokenHash(token) },
    ca: joined.ca,
    cores: coreAddresses.length > 0 ? coreAddresses : (token.cores ?? []),
  };
}

const copyInstructions =
  'enter the address at which gateways reach it under "Add a gateway" in the console, and copy the command from there';

const refusals: Partial<Record<Code, string>> = {
  [Code.Unauthenticated]:
    'Core does not know this join token: it was rotated, or its location was deleted. Copy the present one from the console.',
  [Code.NotFound]: 'The location of this join token no longer exists.',
  [Code.FailedPrecondition]: 'The location has reached its limit of gateways; remove one that is no longer used.',
  [Code.InvalidArgument]: 'Core did not accept the name of this gateway; choose another one with --name.',
};
