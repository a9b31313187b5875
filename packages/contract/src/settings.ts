import { isEndpointHost } from '@gatewarden/net/endpoint';
import { parseSubnet } from '@gatewarden/net/subnet';
import { z } from 'zod';
import { hostSchema, networkSchema } from './address-schemas.ts';
import { documented } from './documented.ts';
import { endpoint } from './endpoint.ts';
import { EmailAddress, line, PathId, Port, Username } from './primitives.ts';

/** Shown on the sign-in page and in the navigation; never a script URL. Empty means the product's own logo. */
const LogoUrl = documented(line(2048).regex(/^($|https?:\/\/|\/(?!\/))/, { error: 'url' }), {
  type: 'string',
  maxLength: 2048,
  pattern: '^\\s*(?:$|(?:https?:\\/\\/|\\/(?!\\/))[^\\u0000-\\u001f\\u007f]*$)',
});

export const SettingsEssentials = z.object({
  instance_name: z.string(),
  main_logo_url: z.string(),
  nav_logo_url: z.string(),
  wireguard_enabled: z.boolean(),
  webhooks_enabled: z.boolean(),
  worker_enabled: z.boolean(),
  openid_enabled: z.boolean(),
});
export type SettingsEssentials = z.infer<typeof SettingsEssentials>;

const SmtpEncryption = z.enum(['None', 'StartTls', 'ImplicitTls']);

const text = z.string().nullable();
export const Settings = z.object({
  ...SettingsEssentials.shape,
  challenge_template: z.string(),
  smtp_server: text,
  smtp_port: z.int().nullable(),
  smtp_encryption: SmtpEncryption,
  smtp_user: text,
  /** Never told: always null. */
  smtp_password: text,
  /** Whether a password is stored. */
  smtp_password_set: z.boolean(),
  smtp_sender: text,
  enrollment_vpn_step_optional: z.boolean(),
  enrollment_welcome_message: text,
  enrollment_welcome_email: text,
  enrollment_welcome_email_subject: text,
  enrollment_use_welcome_message_as_email: z.boolean(),
  ldap_url: text,
  ldap_bind_username: text,
  ldap_bind_password: text,
  ldap_group_search_base: text,
  ldap_user_search_base: text,
  ldap_user_obj_class: text,
  ldap_group_obj_class: text,
  ldap_username_attr: text,
  ldap_groupname_attr: text,
  ldap_group_member_attr: text,
  ldap_member_attr: text,
  ldap_user_rdn_attr: text,
  ldap_use_starttls: z.boolean(),
  ldap_tls_verify_cert: z.boolean(),
  ldap_sync_status: z.enum(['InSync', 'OutOfSync']),
  ldap_enabled: z.boolean(),
  ldap_sync_enabled: z.boolean(),
  ldap_is_authoritative: z.boolean(),
  ldap_uses_ad: z.boolean(),
  ldap_sync_interval: z.int(),
  ldap_user_auxiliary_obj_classes: z.array(z.string()),
  ldap_sync_groups: z.array(z.string()),
  openid_create_account: z.boolean(),
  openid_username_handling: z.enum(['RemoveForbidden', 'ReplaceForbidden', 'PruneEmailDomain']),
  license: text,
  gateway_disconnect_notifications_enabled: z.boolean(),
  gateway_disconnect_notifications_inactivity_threshold: z.int(),
  gateway_disconnect_notifications_reconnect_notification_enabled: z.boolean(),
  /** Ours: for how many minutes a proof of identity counts; 0: re-authentication is off. */
  reauthentication_minutes: z.int(),
  /** Ours: user names that cannot be assigned, besides those of system accounts and of calls of the API. */
  reserved_usernames: z.array(z.string()),
  /** Ours: how many devices users may have who are no administrators; 0: any number. */
  devices_per_user: z.int(),
  /** Ours: networks and addresses that may read `/ssh_authorized_keys`; empty: all of them. */
  ssh_authorized_keys_addresses: z.array(z.string()),
  /** Ours: whether `/ssh_authorized_keys` asks for a token. */
  ssh_authorized_keys_token_set: z.boolean(),
  /** Ours: names of settings that environment variables of core determine; they cannot be changed here. */
  settings_from_environment: z.array(z.string()),
});
export type Settings = z.infer<typeof Settings>;

/** What the console's branding form changes. An empty logo URL goes back to the product's own. */
export const Branding = z.object({
  instance_name: line(64, 3),
  main_logo_url: LogoUrl,
  nav_logo_url: LogoUrl,
});

/** How mails are sent, as the console's form changes it. An empty text stands for none. */
export const SmtpSettings = z.object({
  /** Host name or address, without the port. */
  smtp_server: documented(
    line(255).refine((text) => text === '' || isEndpointHost(text), { error: 'host' }),
    hostSchema({ empty: true }),
  ),
  smtp_port: Port,
  smtp_encryption: SmtpEncryption,
  /** Without a user or without a password mails are sent without authentication. */
  smtp_user: line(254),
  smtp_password: z.string().max(1024),
  smtp_sender: documented(
    line(254).refine((text) => text === '' || EmailAddress.safeParse(text).success, { error: 'email' }),
    { type: 'string', maxLength: 254, pattern: `^$|${z.regexes.html5Email.source}` },
  ),
});

/** How accounts are protected, as the console's form changes it. */
export const SecuritySettings = z.object({
  /** 0 turns re-authentication off: every signed-in session may do everything that its user may. */
  reauthentication_minutes: z.int().min(0).max(1440),
  /** That users add themselves; 0: no limit. Administrators may go beyond it, for others too. */
  devices_per_user: z.int().min(0).max(1000),
  /** In addition to the built-in ones; upper and lower case are the same. */
  reserved_usernames: z.array(Username).max(200),
  /** Networks and addresses that may read `/ssh_authorized_keys`; none: all of them. */
  ssh_authorized_keys_addresses: z
    .array(
      documented(
        z
          .string()
          .trim()
          .max(64)
          .refine((text) => parseSubnet(text) !== undefined, { error: 'network' }),
        networkSchema,
      ),
    )
    .max(256),
});

/** Settings of features that are not there yet. Requests may repeat them as they are, and not change them. */
export const UnavailableSettings = Settings.omit({
  ...keysOf({ ...Branding.shape, ...SmtpSettings.shape, ...SecuritySettings.shape }),
  smtp_password_set: true,
  ssh_authorized_keys_token_set: true,
  settings_from_environment: true,
});
const unavailable = nullish(UnavailableSettings.shape);

function keysOf<Shape extends z.ZodRawShape>(shape: Shape) {
  return Object.fromEntries(Object.keys(shape).map((key) => [key, true])) as { [Key in keyof Shape]: true };
}

function nullish<Shape extends z.ZodRawShape>(shape: Shape) {
  return Object.fromEntries(Object.entries(shape).map(([key, schema]) => [key, z.nullish(schema)])) as {
    [Key in keyof Shape]: z.ZodOptional<z.ZodNullable<Shape[Key]>>;
  };
}

export const getSettings = endpoint({
  method: 'GET',
  path: '/settings',
  access: 'admin',
  area: 'settings',
  summary: 'Show all settings',
  response: Settings,
});

const settingsRules = [
  'setting_unavailable',
  'smtp_not_configured',
  'smtp_password_needed',
  'setting_from_environment',
  'proof_required',
] as const;

export const patchSettings = endpoint({
  method: 'PATCH',
  path: '/settings',
  access: 'admin',
  area: 'settings',
  summary: 'Change some settings; absent or null means unchanged, but null clears the password',
  body: z.object({
    ...unavailable,
    ...nullish(Branding.shape),
    ...nullish(SmtpSettings.shape),
    ...nullish(SecuritySettings.shape),
  }),
  response: z.null(),
  errors: settingsRules,
});

export const putSettings = endpoint({
  method: 'PUT',
  path: '/settings',
  access: 'admin',
  area: 'settings',
  summary: 'Replace all settings that can be changed; an absent password is kept, of what else is absent nothing is',
  body: z.object({
    ...unavailable,
    ...Branding.shape,
    smtp_server: SmtpSettings.shape.smtp_server.nullable().default(null),
    smtp_port: Port.nullable().default(null),
    smtp_encryption: SmtpEncryption,
    smtp_user: SmtpSettings.shape.smtp_user.nullable().default(null),
    smtp_password: SmtpSettings.shape.smtp_password.nullish(),
    smtp_sender: SmtpSettings.shape.smtp_sender.nullable().default(null),
    // clients of the interface do not know of them: absent means unchanged
    ...SecuritySettings.partial().shape,
  }),
  response: z.null(),
  errors: settingsRules,
});

/** The number is ignored, as the interface has it. */
export const restoreBranding = endpoint({
  method: 'PUT',
  path: '/settings/:id',
  access: 'admin',
  area: 'settings',
  summary: "Go back to the product's own name and logos",
  params: z.object({ id: PathId }),
  response: Settings,
});

/** In place of the one before, which servers can no longer use. */
export const replaceSshKeysToken = endpoint({
  method: 'POST',
  path: '/settings/ssh_authorized_keys_token',
  access: 'admin',
  area: 'settings',
  freshProof: true,
  revealsSecret: true,
  summary: 'Create the token that servers show for /ssh_authorized_keys; it is shown only once',
  response: z.object({ token: z.string() }),
  status: 201,
});

export const removeSshKeysToken = endpoint({
  method: 'DELETE',
  path: '/settings/ssh_authorized_keys_token',
  access: 'admin',
  area: 'settings',
  freshProof: true,
  summary: 'Let /ssh_authorized_keys be read without a token',
  response: z.null(),
});

export const getEssentials = endpoint({
  method: 'GET',
  path: '/settings_essentials',
  access: 'anonymous',
  area: 'basics',
  summary: 'Show what everybody needs to know about this instance',
  response: SettingsEssentials,
});

export const EnterpriseSettings = z.object({
  admin_device_management: z.boolean(),
  disable_all_traffic: z.boolean(),
  only_client_activation: z.boolean(),
  /** Ours: how many devices users may have who are no administrators; 0: any number. */
  devices_per_user: z.int(),
  /** Ours: whether mails can be sent, codes by email among them. */
  mail_configured: z.boolean(),
});
export type EnterpriseSettings = z.infer<typeof EnterpriseSettings>;

export const getEnterpriseSettings = endpoint({
  method: 'GET',
  path: '/settings_enterprise',
  access: 'user',
  area: 'basics',
  summary: 'Show the restrictions for ordinary users',
  response: EnterpriseSettings,
});
