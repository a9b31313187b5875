import { EmailAddress, Name, Phone } from '@gatewarden/contract/primitives';

/** What a provider states about an account. */
export interface ExternalAccount {
  readonly issuer: string;
  readonly subject: string;
  /** The id in the directory of Microsoft Entra, where `subject` differs for each application. */
  readonly objectId: string | undefined;
  readonly email: string | undefined;
  /** Undefined if the provider does not say. */
  readonly isEmailVerified: boolean | undefined;
  readonly firstName: string | undefined;
  readonly lastName: string | undefined;
  readonly preferredUsername: string | undefined;
  readonly phone: string | undefined;
  /** Values of the claim of groups; undefined if the provider left them out because there are too many. */
  readonly groups: readonly string[] | undefined;
  /** Whether the provider states that it verified a second factor. */
  readonly hasSecondFactor: boolean;
}

export type Claims = Readonly<Record<string, unknown>>;

interface Reading {
  readonly groupClaim: string | null;
  readonly acrValues: readonly string[];
}

const maxGroups = 2_000;
const maxTextLength = 1_024;

/** Whether the ID token lacks a claim that the userinfo endpoint may have. */
export function needsUserinfo(claims: Claims, { groupClaim }: Pick<Reading, 'groupClaim'>): boolean {
  const wanted = ['email', 'email_verified', 'given_name', 'family_name', 'preferred_username'];
  return [...wanted, ...(groupClaim === null ? [] : [groupClaim])].some((name) => claims[name] === undefined);
}

/**
 * Reads the claims of a validated ID token, and of the userinfo endpoint for what is missing. Whether an address is verified is
 * read only where the address is. A claim of another type than the standard has counts as missing.
 */
export function readClaims(idToken: Claims, userinfo: Claims, reading: Reading): ExternalAccount {
  const find = (name: string) => idToken[name] ?? userinfo[name];
  const email = readEmail(idToken) ?? readEmail(userinfo);
  const isStatedBy = (claims: Claims) => email !== undefined && readEmail(claims) === email;
  const verified = [idToken, userinfo]
    .filter(isStatedBy)
    .map(readVerified)
    .find((value) => value !== undefined);
  return {
    issuer: readText(idToken['iss']) ?? '',
    subject: readText(idToken['sub']) ?? '',
    objectId: readText(idToken['oid']),
    email,
    isEmailVerified: verified,
    ...readName(find),
    preferredUsername: readText(find('preferred_username')),
    phone: parsed(Phone, find('phone_number')),
    groups: readGroups(idToken, userinfo, reading.groupClaim),
    hasSecondFactor: hasSecondFactor(idToken, reading.acrValues),
  };
}

function readText(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' && value.length <= maxTextLength ? value : undefined;
}

function parsed(schema: typeof Name | typeof EmailAddress | typeof Phone, value: unknown): string | undefined {
  return schema.safeParse(value).data;
}

function readEmail({ email }: Claims): string | undefined {
  return parsed(EmailAddress, email);
}

/** Some providers send texts. `xms_edov` is what Microsoft Entra has in its place: whether the domain's owner is verified. */
function readVerified({ email_verified, xms_edov }: Claims): boolean | undefined {
  const value = email_verified ?? xms_edov;
  if (value === undefined || value === null) return undefined;
  return value === true || value === 'true' || value === 1 || value === '1';
}

function readName(find: (name: string) => unknown) {
  const [firstName, lastName] = [parsed(Name, find('given_name')), parsed(Name, find('family_name'))];
  const [first, ...rest] = firstName && lastName ? [] : (parsed(Name, find('name')) ?? '').split(/\s+/);
  return { firstName: firstName ?? (first || undefined), lastName: lastName ?? (rest.join(' ') || undefined) };
}

/** Microsoft Entra names a claim in `_claim_names` in place of a list that is too long for a token. */
function readGroups(idToken: Claims, userinfo: Claims, claim: string | null): readonly string[] | undefined {
  if (claim === null) return undefined;
  const value = idToken[claim] ?? userinfo[claim];
  const distributed = idToken['_claim_names'];
  if (value === undefined && typeof distributed === 'object' && distributed !== null && claim in distributed)
    return undefined;
  const values = [value ?? []].flat();
  return values.length > maxGroups ? undefined : values.filter((each): each is string => typeof each === 'string');
}

/** RFC 8176: `mfa`. */
function hasSecondFactor({ amr, acr }: Claims, acrValues: readonly string[]): boolean {
  const isMultiFactor = Array.isArray(amr) && amr.includes('mfa');
  return isMultiFactor || (typeof acr === 'string' && acrValues.includes(acr));
}
