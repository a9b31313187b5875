import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { NaiveTimestamp, pathText } from './primitives.ts';

/**
 * Conditions that an administrator should act on, most important first; several at a time may have the same kind. For
 * conditions of the instance that stop it from working, see `notices.ts`.
 * - `gateway_down`: a gateway that was connected is not; `details` has `location_id`, `location` and `is_last`, whether
 *   no other gateway of the location is connected.
 * - `forwarding_off`: a connected gateway's machine does not forward packets, so devices connect but reach nothing behind
 *   it; `details` has `location_id`, `location` and `ipv4` and `ipv6`, whether packets of that family are not forwarded.
 * - `failed_sign_ins`: many refused sign-ins in 24 hours for a user, or from an address for several users; `details` has
 *   `count`, `addresses` or `users`. Of a flood, the log has only a part.
 * - `certificate_expires`: core could not renew the certificate that it presents to gateways; `details` has `expires_at`.
 * - `server_certificate_expires`: the certificate of the https address could not be renewed, or expires within 14 days if core does
 *   not renew it; `details` has `expires_at` and `error`, the answer of the authority.
 * - `location_without_gateway`: devices cannot connect to the location.
 * - `token_expires`: an API token of an administrator expires within 14 days; `details` has `username`, `expires_at`.
 * - `directory_sync_stopped`: the last synchronization waits for a confirmation, stopped or failed, so that people who left
 *   may still have access; `details` has `state`.
 * - `ldap_export_stopped`: users and groups are not written to LDAP completely: it cannot be used or refuses changes;
 *   `details` has `state`, `failed` or `refused`.
 * - `scim_token_expires`: a token of a SCIM client expires within 14 days; `details` has `expires_at`.
 * - `webhook_failing`, `activity_stream_failing`: requests have failed for 15 minutes, or core turned the destination off;
 *   `details` has `stopped`.
 * - `license`: the license ends or ended, its limits or the free ones are exceeded, or it is not accepted; `details` has
 *   `state` (`ends_soon`, `grace`, `expired`, `limits_exceeded`, `free_exceeded`, `invalid`), `features_enabled`, and
 *   `expires_at` if the license or its grace period ends or has ended.
 * - `update_available`: a release is newer than core; `details` has `version` and `critical`.
 * - `update_check_failing`: the feed of releases is not accepted, or could not be read for a day; `details` has `problem`.
 * - `users_without_2fa`: an administrator signs in without a second factor.
 * - `mail_not_set_up`: codes and notifications cannot be sent.
 */
export const attentionKinds = [
  'gateway_down',
  'forwarding_off',
  'failed_sign_ins',
  'certificate_expires',
  'server_certificate_expires',
  'location_without_gateway',
  'directory_sync_stopped',
  'ldap_export_stopped',
  'token_expires',
  'scim_token_expires',
  'webhook_failing',
  'activity_stream_failing',
  'license',
  'update_check_failing',
  'update_available',
  'users_without_2fa',
  'mail_not_set_up',
] as const;
export type AttentionKind = (typeof attentionKinds)[number];

/** Kinds of the VPN module; not listed while it is off. */
export const vpnAttentionKinds: readonly AttentionKind[] = [
  'gateway_down',
  'forwarding_off',
  'certificate_expires',
  'location_without_gateway',
];

/** At most this many conditions of a kind are listed. */
export const maxAttentionPerKind = 20;

export const AttentionSeverity = z.enum(['danger', 'warning', 'info']);
export type AttentionSeverity = z.infer<typeof AttentionSeverity>;

/** What a condition is about. `id` as in the paths of the API: of a user, the username; of a directory, its source. */
export const AttentionSubject = z.object({
  type: z.enum([
    'gateway',
    'location',
    'user',
    'address',
    'api_token',
    'scim_token',
    'directory',
    'webhook',
    'activity_stream',
  ]),
  id: z.string(),
  name: z.string(),
});
export type AttentionSubject = z.infer<typeof AttentionSubject>;

export const AttentionItem = z.object({
  /** Identifies the condition from its beginning to its end: if it begins again, the key is another one. */
  key: z.string(),
  kind: z.enum(attentionKinds),
  severity: AttentionSeverity,
  /** When it began, as far as core knows. */
  since: NaiveTimestamp.nullable(),
  /** Null if it is about the instance. */
  subject: AttentionSubject.nullable(),
  /** Values for the console's text, without secrets. */
  details: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
  /** Whether the caller dismissed it. */
  dismissed: z.boolean(),
});
export type AttentionItem = z.infer<typeof AttentionItem>;

/** Steps of the first setup, in order. */
export const checklistSteps = ['location', 'gateway', 'device', 'people', 'two_factor', 'mail'] as const;
export type ChecklistStep = (typeof checklistSteps)[number];

/** Steps of the VPN module; not listed while it is off. */
export const vpnChecklistSteps: readonly ChecklistStep[] = ['location', 'gateway', 'device'];

export const Home = z.object({
  /** By kind in the order of `attentionKinds`, then by `since`, latest first. */
  attention: z.array(AttentionItem),
  checklist: z.object({
    /** `device` and `two_factor` are those of the caller. */
    steps: z.array(z.object({ step: z.enum(checklistSteps), done: z.boolean() })),
    /** Whether the caller dismissed the checklist. */
    dismissed: z.boolean(),
  }),
});
export type Home = z.infer<typeof Home>;

/** A token gets the conditions whose area it may read. The topic `home` becomes stale when it changes, except for changes that are only due to the time. */
export const getHome = endpoint({
  method: 'GET',
  path: '/home',
  access: 'admin',
  area: 'settings',
  summary: 'Show what needs the attention of an administrator, and which steps of the setup are done',
  response: Home,
});

const KeyParam = z.object({ key: pathText(200) });

/** For the caller only. The condition is listed as not dismissed again if it ends and begins again. */
export const dismissAttention = endpoint({
  method: 'POST',
  path: '/home/attention/:key/dismiss',
  access: 'admin',
  area: 'settings',
  summary: 'Dismiss a condition for yourself',
  params: KeyParam,
  response: z.null(),
  errors: ['attention_not_found'],
});

export const restoreAttention = endpoint({
  method: 'POST',
  path: '/home/attention/:key/restore',
  access: 'admin',
  area: 'settings',
  summary: 'Undo the dismissal of a condition',
  params: KeyParam,
  response: z.null(),
  errors: ['attention_not_found'],
});

export const dismissChecklist = endpoint({
  method: 'POST',
  path: '/home/checklist/dismiss',
  access: 'admin',
  area: 'settings',
  summary: 'Dismiss the setup checklist for yourself',
  response: z.null(),
});

export const restoreChecklist = endpoint({
  method: 'POST',
  path: '/home/checklist/restore',
  access: 'admin',
  area: 'settings',
  summary: 'Show the setup checklist again',
  response: z.null(),
});
