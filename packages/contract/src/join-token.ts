import { decodeBase64, encodeBase64 } from '@gatewarden/net/base64';
import { z } from 'zod';
import { hostAndPortSchema } from './address-schemas.ts';
import { coreAddressLength, isCoreAddress } from './core-address.names.ts';
import { documented } from './documented.ts';
import { Id } from './primitives.ts';

/** `host:port`, an IPv6 host in brackets; a link-local address includes the zone of the gateway's interface. */
export const CoreAddress = documented(
  z.string().max(coreAddressLength).refine(isCoreAddress, { error: 'core' }),
  hostAndPortSchema,
);

const maxCores = 8;

/** What a component needs to join core: shown in the console and passed to the component's command. */
export const JoinToken = z.object({
  /** Address of core's gRPC listener for the component: `host:port`, an IPv6 host in brackets. */
  core: CoreAddress,
  /** Addresses of other replicas, if the first address does not answer. */
  cores: z.array(CoreAddress).max(maxCores).optional(),
  /** Id of the location that a gateway joins; absent for components of the whole instance. */
  location: Id.optional(),
  /** 256 random bits in base64url; allows joining until the token is rotated. */
  secret: z.string().regex(/^[A-Za-z0-9_-]{43}$/),
  /** Lower-case hex SHA-256 of the DER of core's CA certificate. */
  ca: z.string().regex(/^[0-9a-f]{64}$/),
});
export type JoinToken = z.infer<typeof JoinToken>;

export type ParsedJoinToken = { kind: 'token'; token: JoinToken } | { kind: 'invalid'; reason: string };

const tokenPrefix = 'gwj_';
const version = 1;
/** Longer than any token; longer texts are not decoded. */
const maxLength = 1024;

/**
 * The token as text. It contains the secret: treat it like a password. Further addresses are included as far as the
 * length allows; a gateway gets the others after joining.
 */
export function encodeJoinToken(token: JoinToken): string {
  const cores = (token.cores ?? []).slice(0, maxCores);
  for (;;) {
    const text = encode({ ...token, cores: cores.length > 0 ? cores : undefined });
    if (text.length <= maxLength || cores.length === 0) return text;
    cores.pop();
  }
}

function encode({ core, cores, location, secret, ca }: JoinToken): string {
  const json = JSON.stringify({ v: version, core, cores, location, secret, ca });
  const base64 = encodeBase64(new TextEncoder().encode(json));
  return `${tokenPrefix}${base64.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')}`;
}

/** Ignores surrounding blanks. The reason is one sentence for the user and repeats nothing of the text. */
export function parseJoinToken(text: string): ParsedJoinToken {
  const trimmed = text.trim();
  if (!trimmed.startsWith(tokenPrefix)) return invalid(`A join token begins with "${tokenPrefix}".`);
  const content = readJson(trimmed.slice(tokenPrefix.length));
  if (content === undefined) {
    return invalid('The join token is damaged; copy the whole of it from the gateway page of the location.');
  }
  const versioned = z.object({ v: z.int().min(version) }).safeParse(content);
  if (versioned.success && versioned.data.v > version) {
    return invalid('The join token comes from a newer version of Gatewarden; update the gateway.');
  }
  const parsed = JoinToken.safeParse(content);
  if (!versioned.success || !parsed.success) {
    const fields = parsed.success ? ['v'] : parsed.error.issues.map((issue) => issue.path.join('.') || 'all of it');
    return invalid(`The join token is damaged (${[...new Set(fields)].join(', ')}); copy it again from the console.`);
  }
  return { kind: 'token', token: parsed.data };
}

function invalid(reason: string): ParsedJoinToken {
  return { kind: 'invalid', reason };
}

/** Undefined if the text is not base64url of JSON in UTF-8. */
function readJson(text: string): unknown {
  if (text.length > maxLength || !/^[A-Za-z0-9_-]*$/.test(text)) return undefined;
  const padding = '='.repeat((4 - (text.length % 4)) % 4);
  const bytes = decodeBase64(text.replaceAll('-', '+').replaceAll('_', '/') + padding);
  if (bytes === undefined) return undefined;
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    return undefined;
  }
}
