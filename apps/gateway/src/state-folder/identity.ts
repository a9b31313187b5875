import { createHash } from 'node:crypto';
import type { JoinToken } from '@gatewarden/contract/join-token';
import { StopError } from '@gatewarden/link/stop-error';
import { z } from 'zod';

/** Who this gateway is to core. Kept in the state folder from the moment it has joined. */
export const Identity = z.object({
  /** `host:port` */
  core: z.string(),
  /** Id of the location. */
  location: z.int(),
  locationName: z.string(),
  /** Lower-case hex SHA-256 of the authority that is pinned. */
  ca: z.string(),
  /** Lower-case UUID. */
  gatewayId: z.string(),
  /** Opens the stream to core; secret. */
  credential: z.string(),
  /** Hash of the token's secret that it joined with, so that the same token is known again. */
  tokenHash: z.string(),
});
export type Identity = z.infer<typeof Identity>;

/** Left behind when core refused this gateway for good, so that a restart does not join with the same token again. */
export const Refusal = z.object({ tokenHash: z.string(), locationName: z.string() });
export type Refusal = z.infer<typeof Refusal>;

export interface StartConditions {
  readonly identity: Identity | undefined;
  readonly refusal: Refusal | undefined;
  /** What was given on the command line. */
  readonly token: GatewayToken | undefined;
  /** Join anew, whatever is stored. */
  readonly rejoin: boolean;
}

/** With `join` the stored identity, if there is one, ends only once core has given a new one. */
export type Membership =
  | { readonly kind: 'keep'; readonly identity: Identity }
  | { readonly kind: 'join'; readonly token: GatewayToken };

/**
 * A command line with a token can be run again and again: it joins once. Core may have moved to another address.
 * @throws StopError when the token is of another location or core, was refused before, or is missing
 */
export function decideMembership({ identity, refusal, token, rejoin }: StartConditions): Membership {
  if (!token) {
    if (identity && !rejoin) return { kind: 'keep', identity };
    throw new StopError('usage', rejoin ? '--rejoin needs --join with a token.' : notJoinedMessage);
  }
  if (rejoin) return { kind: 'join', token };
  if (!identity) {
    if (refusal?.tokenHash === tokenHash(token)) throw new StopError('refused', refusedTokenMessage(refusal));
    return { kind: 'join', token };
  }
  if (identity.ca !== token.ca || identity.location !== token.location) {
    throw new StopError('refused', otherMembershipMessage(identity));
  }
  return { kind: 'keep', identity: { ...identity, core: token.core } };
}

/** A gateway joins a location; other components do not. */
export type GatewayToken = JoinToken & { readonly location: number };

export function isGatewayToken(token: JoinToken): token is GatewayToken {
  return token.location !== undefined;
}

export function tokenHash({ secret }: GatewayToken): string {
  return createHash('sha256').update(secret).digest('hex');
}

const notJoinedMessage =
  'This gateway has not joined a location yet; pass --join with the token that the console shows.';

function otherMembershipMessage({ locationName, core }: Identity): string {
  return (
    `This state folder belongs to a gateway of the location "${locationName}" at ${core}, and the token is of another. ` +
    'Give the new gateway a folder of its own with --state-dir, or replace the old one with --rejoin.'
  );
}

function refusedTokenMessage({ locationName }: Refusal): string {
  return (
    `This gateway was taken out of service in the location "${locationName}" after it had joined with this token. ` +
    'Use a new token, or --rejoin if it may come back.'
  );
}
