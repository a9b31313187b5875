import type { UserInfo } from '@gatewarden/contract/users';
import { type ExportedRow, presentExported } from '../activity-log/index.ts';
import type { UserSnapshot } from '../users/index.ts';
import type { WebhookFields } from './webhooks.queries.ts';

/** What one request sends. */
export interface Payload {
  /** The header `x-defguard-event`. */
  readonly event: string;
  /** Which of the requests about an entry it is. */
  readonly subject: string;
  /** JSON. */
  readonly body: object;
}

type FindUserInfo = (userId: number) => Promise<UserInfo | undefined>;

/** A trigger of interface reference §8. */
interface DocumentedTrigger {
  readonly flag: 'on_user_created' | 'on_user_modified' | 'on_user_deleted' | 'on_hwkey_provision';
  readonly event: string;
  /** The event of the activity log that it follows from, whatever caused that. */
  readonly entry: string;
  readonly bodyOf: (metadata: Metadata, find: FindUserInfo) => Promise<object>;
}

interface Metadata {
  readonly user?: UserSnapshot;
  readonly after?: UserSnapshot;
  /** Of a provisioned YubiKey. */
  readonly owner?: string;
  readonly email?: string;
  readonly ssh_key?: string;
  readonly pgp_key?: string;
  readonly yubikey?: { readonly serial: string };
}

const triggers: readonly DocumentedTrigger[] = [
  {
    flag: 'on_user_created',
    event: 'user_created',
    entry: 'user_added',
    bodyOf: ({ user }, find) => describeUser(user, find),
  },
  {
    flag: 'on_user_modified',
    event: 'user_modified',
    entry: 'user_modified',
    bodyOf: ({ after }, find) => describeUser(after, find),
  },
  {
    flag: 'on_user_deleted',
    event: 'user_deleted',
    entry: 'user_removed',
    bodyOf: async ({ user }) => ({ username: user?.username ?? '' }),
  },
  {
    flag: 'on_hwkey_provision',
    event: 'user_keys',
    entry: 'yubikey_provisioned',
    bodyOf: async ({ owner: username, email, ssh_key, pgp_key, yubikey }) => ({
      ...{ username, email, ssh_key, pgp_key, serial: yubikey?.serial },
    }),
  },
];

/** Events of the activity log whose entries are sent to a webhook. */
export function selectedEvents(webhook: WebhookFields): string[] {
  const ofTriggers = triggers.filter(({ flag }) => webhook[flag]).map(({ entry }) => entry);
  return [...new Set([...ofTriggers, ...webhook.events])];
}

/** What is sent to a webhook about an entry: nothing, what the interface documents, the entry itself, or both. */
export async function payloadsOf(webhook: WebhookFields, row: ExportedRow, find: FindUserInfo): Promise<Payload[]> {
  const payloads: Payload[] = [];
  for (const { flag, event, entry, bodyOf } of triggers) {
    if (webhook[flag] && row.event === entry) {
      payloads.push({ event, subject: event, body: await bodyOf(row.metadata ?? {}, find) });
    }
  }
  if (webhook.events.includes(row.event)) {
    payloads.push({ event: row.event, subject: 'entry', body: describeEntry(row) });
  }
  return payloads;
}

/** Type, time and data, as Standard Webhooks recommends. */
function describeEntry(row: ExportedRow): object {
  const { hashed: _, ...data } = presentExported(row);
  return { type: row.event, timestamp: data.timestamp, data };
}

/**
 * The account as it was stored by the entry; groups and applications as they are now. An account that was deleted since has
 * none of them.
 */
async function describeUser(snapshot: UserSnapshot | undefined, find: FindUserInfo): Promise<object> {
  if (!snapshot) return {};
  const current = (await find(snapshot.id)) ?? removedUser;
  return { ...current, ...pickKnown(snapshot) };
}

const removedUser = {
  webauthn_enabled: false,
  groups: [],
  authorized_apps: [],
  enrolled: false,
  has_password: false,
  is_admin: false,
  ldap_pass_requires_change: false,
  managed_by: null,
  managed_fields: [],
};

/** Entries of other versions may contain more. */
function pickKnown(snapshot: UserSnapshot) {
  const { id, username, last_name, first_name, email, phone, is_active } = snapshot;
  const { mfa_enabled, totp_enabled, email_mfa_enabled, mfa_method } = snapshot;
  const account = { id, username, last_name, first_name, email, phone, is_active };
  return { ...account, mfa_enabled, totp_enabled, email_mfa_enabled, mfa_method };
}
