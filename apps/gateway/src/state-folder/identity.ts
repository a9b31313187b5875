import { createHash } from 'node:crypto';
import type { JoinToken } from '@gatewarden/contract/join-token';
import { StopError } from '@gatewarden/link/stop-error';
import { z } from 'zod';

/** The identity of this gateway at core. Stored in the state folder after joining. */
export const Identity = z.object({
  /** `host:port` */
  core: z.string(),
  /** Id of the location. */
  location: z.int(),
  locationName: z.string(),
  /** Lower-case hex SHA-256 of the pinned authority. */
  ca: z.string(),
  /** Lower-case UUID. */
  gatewayId: z.string(),
  /** Authenticates the stream to core; secret. */
  credential: z.string(),
  /** Hash of the secret of the token that it joined with, to recognize the same token. */
  tokenHash: z.string(),
});
export type Identity = z.infer<typeof Identity>;

/** Stored when core has refused this gateway, so that a restart does not join with the same token again. */
export const Refusal = z.object({ tokenHash: z.string(), locationName: z.string() });
export type Refusal = z.infer<typeof Refusal>;

export interface StartConditions {
  readonly identity: Identity | undefined;
  readonly refusal: Refusal | undefined;
  /** From the command line. */
  readonly token: GatewayToken | undefined;
  /** Join again, even with a stored identity. */
  readonly rejoin: boolean;
}

/** With `join`, a stored identity remains until core has returned a new one. */
export type Membership =
  | { readonly kind: 'resume'; readonly identity: Identity }
  | { readonly kind: 'join'; readonly token: GatewayToken };

/**
 * A command line with a token can be run repeatedly: it joins once. Core may have moved to another address.
 * @throws StopError if the token belongs to another location or core, was refused before, or is missing
 */
export function decideMembership({ identity, refusal, token, rejoin }: StartConditions): Membership {
  if (!token) {
    if (identity && !rejoin) return { kind: 'resume', identity };
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
  return { kind: 'resume', identity: { ...identity, core: token.core } };
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
    'Give the new gateway a separate folder with --state-dir, or replace the old one with --rejoin.'
  );
}

function refusedTokenMessage({ locationName }: Refusal): string {
  return (
    `This gateway was revoked in the location "${locationName}" after it had joined with this token. ` +
    'Use a new token, or --rejoin if it may come back.'
  );
}
