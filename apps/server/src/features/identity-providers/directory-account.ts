import { DomainError } from '@gatewarden/contract/errors';
import { isPrivateJwk, isPrivatePem, isServiceAccountKey } from '@gatewarden/contract/identity-providers.keys';
import { Secret } from '@gatewarden/process/secret';
import { type Database, inSnapshot } from '../../platform/database/database.ts';
import type { Secrets } from '../../platform/secrets/secrets.ts';
import type { CloudAccount, CloudKind } from '../../ports/cloud-directory.ts';
import type { ProviderChange } from './provider-change.ts';
import { providerSecretKinds } from './provider-secrets.ts';
import { findProviderById, type ProviderFields, type ProviderRow } from './providers.queries.ts';

type SecretField = keyof typeof providerSecretKinds;

/** The secret with which the directory of each kind is read. */
const secretFields = {
  google: 'google_service_account_key',
  microsoft: 'client_secret',
  okta: 'okta_private_jwk',
  jumpcloud: 'jumpcloud_api_key',
} as const satisfies Record<CloudKind, SecretField>;

/** Whether everything is stored that is needed to read the directory. */
export function hasCredentials(row: ProviderRow & { readonly kind: CloudKind }): boolean {
  return findMissing(row, row.kind, (field) => row.secrets.includes(providerSecretKinds[field])) === undefined;
}

/** @throws openid_google_key_invalid, openid_okta_key_invalid for a new key that cannot be one */
export function requireUsableKeys(change: ProviderChange): void {
  const { google_service_account_key: google, okta_private_jwk: okta } = change;
  if (google && !isServiceAccountKey(google))
    throw new DomainError('openid_google_key_invalid', { field: 'google_service_account_key' });
  if (okta && !isPrivateJwk(okta)) throw new DomainError('openid_okta_key_invalid', { field: 'okta_private_jwk' });
}

/**
 * Stored secrets that the change does not replace count too.
 * @throws openid_directory_incomplete if directory sync is on without what is needed to read the directory
 */
export function requireCredentials(
  after: ProviderFields,
  change: ProviderChange,
  before: ProviderRow | undefined,
): void {
  if (!after.directory_sync_enabled || after.kind === 'custom') return;
  const isPresent = (field: SecretField) =>
    Boolean(change[field]) || before?.secrets.includes(providerSecretKinds[field]) === true;
  const field = findMissing(after, after.kind, isPresent);
  if (field !== undefined) throw new DomainError('openid_directory_incomplete', { field });
  const needsEmail = after.kind === 'google' && isPrivatePem(change.google_service_account_key);
  if (needsEmail && after.google_service_account_email === null)
    throw new DomainError('openid_directory_incomplete', { field: 'google_service_account_email' });
}

/** The first field without a value that is needed to read the directory of the kind. */
function findMissing(
  { okta_dirsync_client_id, admin_email }: ProviderFields,
  kind: CloudKind,
  isPresent: (field: SecretField) => boolean,
): string | undefined {
  if (kind === 'okta' && okta_dirsync_client_id === null) return 'okta_dirsync_client_id';
  if (!isPresent(secretFields[kind])) return secretFields[kind];
  return kind === 'google' && admin_email === null ? 'admin_email' : undefined;
}

interface Dependencies {
  readonly db: Database;
  readonly secrets: Pick<Secrets, 'get'>;
}

/** Undefined if something is missing. The secret belongs to the address that it is used for. */
export function findDirectoryAccount({ db, secrets }: Dependencies, id: number): Promise<CloudAccount | undefined> {
  return inSnapshot(db, async (tx) => {
    const row = await findProviderById(tx, id);
    if (!row || row.kind === 'custom') return undefined;
    const kind = providerSecretKinds[secretFields[row.kind]];
    const stored = await secrets.get(tx, { kind, owner: id });
    return stored ? toAccount(row, row.kind, new Secret(stored)) : undefined;
  });
}

function toAccount(row: ProviderRow, kind: CloudKind, secret: Secret): CloudAccount | undefined {
  const { base_url: issuer, client_id: clientId, admin_email: adminEmail, okta_dirsync_client_id: oktaId } = row;
  switch (kind) {
    case 'google': {
      const serviceAccountEmail = row.google_service_account_email ?? undefined;
      return adminEmail === null ? undefined : { kind, key: secret, serviceAccountEmail, adminEmail };
    }
    case 'microsoft':
      return { kind, issuer, clientId, clientSecret: secret };
    case 'okta':
      return oktaId === null ? undefined : { kind, issuer, clientId: oktaId, privateKey: secret };
    case 'jumpcloud':
      return { kind, apiKey: secret };
  }
}
