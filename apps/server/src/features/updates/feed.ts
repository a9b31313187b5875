import type { Update } from '@gatewarden/contract/updates';
import type { UpdateProblem } from '@gatewarden/contract/updates.names';
import { z } from 'zod';
import {
  parseClaims,
  readUntrustedClaims,
  StatementError,
  signStatement,
  verifyStatement,
} from '../../platform/crypto/signed-statement.ts';
import { printable } from '../../platform/printable.ts';
import { isVersion } from './compare-versions.ts';
import type { ReleaseKey } from './release-keys.ts';

/** The newest release, as a release feed states it. */
export interface Feed {
  readonly issuedAt: Date;
  readonly expiresAt: Date;
  readonly release: Update;
}

/** A feed that a trusted key signed. It may have expired. */
export interface VerifiedFeed extends Feed {
  readonly key: ReleaseKey;
}

/** Why a feed is not used. */
export class FeedError extends Error {
  readonly problem: UpdateProblem;
  /** In technical terms, without control characters; null: the problem says everything. */
  readonly detail: string | null;

  constructor(problem: UpdateProblem, detail: string | null = null, options?: ErrorOptions) {
    super(detail === null ? problem : `${problem}: ${detail}`, options);
    this.name = 'FeedError';
    this.problem = problem;
    this.detail = detail;
  }
}

/** Longer feeds are refused before they are decoded. */
export const maxFeedBytes = 65_536;
/** RFC 8725 §3.11: the signature of something else, such as a license, is not that of a feed. */
const feedType = 'gatewarden-releases+jws';
/** How far clocks may differ. */
const clockToleranceMilliseconds = 10 * 60_000;

const Time = z.iso
  .datetime({ offset: true })
  .refine((text) => !Number.isNaN(Date.parse(text)))
  .transform((text) => new Date(text));
const HttpsUrl = z
  .url({ protocol: /^https$/, error: 'must be an https address' })
  .max(2_048)
  .refine((text) => `${URL.parse(text)?.username}${URL.parse(text)?.password}` === '');

/** The claims of a feed. Unknown ones are ignored, so that later versions can add some. */
const Claims = z
  .object({
    product: z.literal('gatewarden'),
    issued_at: Time,
    expires_at: Time,
    release: z.object({
      version: z.string().refine(isVersion, { error: 'must be a semantic version' }),
      release_date: z.iso.date(),
      release_notes_url: HttpsUrl,
      update_url: HttpsUrl,
      critical: z.boolean(),
      notes: z.string().max(8_192),
    }),
  })
  .refine(({ issued_at, expires_at }) => issued_at < expires_at, { path: ['expires_at'] })
  .transform(({ issued_at: issuedAt, expires_at: expiresAt, release }) => ({ issuedAt, expiresAt, release }));

/**
 * Verifies a release feed: a compact JWS that one of the keys signed with Ed25519.
 * @throws FeedError no_keys, undecodable, algorithm_refused, key_unknown, signature_invalid, malformed
 */
export async function verifyFeed(text: string, keys: readonly ReleaseKey[]): Promise<VerifiedFeed> {
  if (keys.length === 0) throw new FeedError('no_keys');
  const { payload, key, type } = await verifyStatement(text.trim(), keys, { maxLength: maxFeedBytes }).catch(
    (error: unknown) => {
      if (!(error instanceof StatementError)) throw error;
      throw new FeedError(error.problem, error.algorithm === undefined ? null : toDetail(error.algorithm), {
        cause: error,
      });
    },
  );
  if (type !== feedType) throw new FeedError('malformed', 'typ');
  return { ...readClaims(parseClaims(payload)), key };
}

/**
 * Requires a feed that is current at the time.
 * @throws FeedError expired, not_yet_valid
 */
export function requireCurrent({ issuedAt, expiresAt }: Feed, now: Date): void {
  if (issuedAt.getTime() > now.getTime() + clockToleranceMilliseconds)
    throw new FeedError('not_yet_valid', issuedAt.toISOString());
  if (expiresAt <= now) throw new FeedError('expired', expiresAt.toISOString());
}

/** What a feed states, without trusting it: for those who look at one. Undefined if it cannot be read. */
export function describeFeed(text: string): Feed | undefined {
  return Claims.safeParse(readUntrustedClaims(text.trim())).data;
}

/**
 * Signs a feed.
 * @param privateKey the content of a file: a JSON Web Key or PEM
 * @throws FeedError malformed, and StartError if this is not a private Ed25519 key
 */
export function signFeed({ issuedAt, expiresAt, release }: Feed, privateKey: string): Promise<string> {
  const claims = { product: 'gatewarden', issued_at: toText(issuedAt), expires_at: toText(expiresAt), release };
  // what core would refuse is not signed
  readClaims(claims);
  return signStatement(claims, privateKey, feedType);
}

/** RFC 3339 in seconds. */
function toText(date: Date): string {
  return date.toISOString().replace(/\.\d+Z$/, 'Z');
}

function readClaims(content: unknown): Feed {
  const { data, error } = Claims.safeParse(content);
  if (error) throw new FeedError('malformed', toDetail(error.issues[0]?.path.join('.') || 'payload'));
  return data;
}

function toDetail(text: string): string {
  return printable(text.slice(0, 200));
}
