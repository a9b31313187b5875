import { createHash } from 'node:crypto';
import type { JoinToken } from '@gatewarden/contract/join-token';
import { StopError } from '@gatewarden/link/stop-error';
import { z } from 'zod';

/** The identity of this edge at core. Stored in the state folder after joining. */
export const Identity = z.object({
  /** Where cores connect to this edge: `host:port`. */
  address: z.string(),
  /** Lower-case hex SHA-256 of the pinned authority. */
  ca: z.string(),
  /** Lower-case UUID. */
  edgeId: z.string(),
  /** Authenticates the stream to core; secret. */
  credential: z.string(),
  /** Hash of the secret of the token that it joined with, to recognize the same token. */
  tokenHash: z.string(),
});
export type Identity = z.infer<typeof Identity>;

/** Stored when core has refused this edge, so that a restart does not join with the same token again. */
export const Refusal = z.object({ tokenHash: z.string() });
export type Refusal = z.infer<typeof Refusal>;

interface StartConditions {
  readonly identity: Identity | undefined;
  readonly refusal: Refusal | undefined;
  /** From the command line. */
  readonly token: JoinToken | undefined;
  /** Join again, even with a stored identity. */
  readonly rejoin: boolean;
}

/** With `join`, a stored identity remains until core has returned a new one. */
export type Membership =
  | { readonly kind: 'resume'; readonly identity: Identity }
  | { readonly kind: 'join'; readonly token: JoinToken };

/**
 * A command line with a token can be run repeatedly: it joins once.
 * @throws StopError if the token belongs to another core, was refused before, or is missing
 */
export function decideMembership({ identity, refusal, token, rejoin }: StartConditions): Membership {
  if (!token) {
    if (identity && !rejoin) return { kind: 'resume', identity };
    throw new StopError('usage', rejoin ? '--rejoin needs --join with a token.' : notJoinedMessage);
  }
  if (rejoin) return { kind: 'join', token };
  if (!identity) {
    if (refusal?.tokenHash === tokenHash(token)) throw new StopError('refused', refusedTokenMessage);
    return { kind: 'join', token };
  }
  if (identity.ca !== token.ca) throw new StopError('refused', otherCoreMessage);
  return { kind: 'resume', identity: { ...identity, address: token.core } };
}

export function tokenHash({ secret }: JoinToken): string {
  return createHash('sha256').update(secret).digest('hex');
}

const notJoinedMessage = 'This edge has not joined a core yet; pass --join with the token that the console shows.';
const otherCoreMessage =
  'This state folder belongs to an edge of another core. Give the new edge a separate folder with --state-dir, or ' +
  'replace the old one with --rejoin.';
const refusedTokenMessage =
  'This edge was removed in the console after it had joined with this token. Use a new token, or --rejoin if it may ' +
  'come back.';
