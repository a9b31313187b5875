/**
 * Features that a license can cover, as in the claim `entitlements` of a license key. Names never change.
 * - `access_rules`: access rules, aliases and access tests.
 * - `public_addresses`: public addresses of users behind gateways.
 * - `identity_providers`: sign-in at external OpenID providers and their directories.
 * - `external_mfa`: locations that require a sign-in at an OpenID provider.
 * - `restrictions`: restrictions for users who are not administrators.
 */
export const licensedFeatures = [
  'access_rules',
  'public_addresses',
  'identity_providers',
  'external_mfa',
  'ldap',
  'scim',
  'api_tokens',
  'activity_streams',
  'restrictions',
] as const;
export type LicensedFeature = (typeof licensedFeatures)[number];

interface LicensedCall {
  readonly method: string;
  readonly enterprise?: LicensedFeature;
  readonly withoutLicense?: true;
}

/**
 * The feature that the license must cover for the call; undefined if it needs none. Reading and deleting need none: what
 * exists remains visible, and access can always be taken away.
 */
export function neededLicense({ method, enterprise, withoutLicense }: LicensedCall): LicensedFeature | undefined {
  return withoutLicense || method === 'GET' || method === 'DELETE' ? undefined : enterprise;
}
