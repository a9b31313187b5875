import { z } from 'zod';
import { authSettings } from './auth.settings.ts';
import { authKeySettings } from './auth-keys.settings.ts';
import { DeviceLimit, deviceSettings, Restrictions } from './devices.settings.ts';
import { documented } from './documented.ts';
import { endpoint } from './endpoint.ts';
import { enrollmentSettings } from './enrollment.settings.ts';
import { gatewaySettings } from './gateways.settings.ts';
import { identityProviderSettings } from './identity-providers.settings.ts';
import { ldapSettings } from './ldap.settings.ts';
import { licenceSettings } from './licence.settings.ts';
import type { LicensedFeature } from './licensed-features.ts';
import { mailSettings } from './mail.settings.ts';
import { moduleSettings } from './modules.settings.ts';
import { line, PathId, Port } from './primitives.ts';
import { scimSettings } from './scim.settings.ts';
import { logoKinds, logoLimits, logoUrl, logoUrlPattern } from './settings.names.ts';
import { settingsSection } from './settings-section.ts';
import { retentionSettings, trafficSettings } from './traffic.settings.ts';
import { UnavailableSettings, unavailableDefaults } from './unavailable.settings.ts';
import { userSettings } from './users.settings.ts';

/** Shown on the sign-in page and in the navigation; never a script URL. Empty means the product's logo. */
const LogoUrl = documented(line(2048).regex(logoUrlPattern, { error: 'url' }), {
  type: 'string',
  maxLength: 2048,
  pattern: `^\\s*(?:${logoUrl})?\\s*$`,
});

export const SettingsEssentials = z.object({
  instance_name: z.string(),
  main_logo_url: z.string(),
  nav_logo_url: z.string(),
  wireguard_enabled: z.boolean(),
  webhooks_enabled: z.boolean(),
  worker_enabled: z.boolean(),
  openid_enabled: z.boolean(),
  /** Ours. */
  default_location_view: trafficSettings.answer.shape.default_location_view,
  /** Ours: page on which people request a link to set another password; null while core does not listen for clients. */
  password_reset_url: z.string().nullable(),
  /** Ours: where people install the VPN client; empty: unknown. */
  client_download_url: z.string(),
});
export type SettingsEssentials = z.infer<typeof SettingsEssentials>;

/** An empty logo URL restores the product's logo. */
export const Branding = z.object({
  instance_name: line(64, 3),
  main_logo_url: LogoUrl,
  nav_logo_url: LogoUrl,
});

const brandingSettings = settingsSection({
  answer: z.object({ instance_name: z.string(), main_logo_url: z.string(), nav_logo_url: z.string() }),
  change: Branding,
  defaults: { instance_name: 'Gatewarden', main_logo_url: '', nav_logo_url: '' },
});

/** The sections of the features; a new section is a line here and in the two objects below. */
const sections = [
  brandingSettings,
  moduleSettings,
  trafficSettings,
  mailSettings,
  authSettings,
  userSettings,
  deviceSettings,
  authKeySettings,
  gatewaySettings,
  retentionSettings,
  identityProviderSettings,
  scimSettings,
  ldapSettings,
  enrollmentSettings,
  licenceSettings,
] as const;

export const Settings = z.object({
  ...UnavailableSettings.shape,
  ...brandingSettings.answer.shape,
  ...moduleSettings.answer.shape,
  ...trafficSettings.answer.shape,
  ...mailSettings.answer.shape,
  ...authSettings.answer.shape,
  ...userSettings.answer.shape,
  ...deviceSettings.answer.shape,
  ...authKeySettings.answer.shape,
  ...gatewaySettings.answer.shape,
  ...retentionSettings.answer.shape,
  ...identityProviderSettings.answer.shape,
  ...scimSettings.answer.shape,
  ...ldapSettings.answer.shape,
  ...enrollmentSettings.answer.shape,
  ...licenceSettings.answer.shape,
  /** Ours: names of settings that environment variables of core set; they cannot be changed through the API. */
  settings_from_environment: z.array(z.string()),
});
export type Settings = z.infer<typeof Settings>;

/** The fields of the console's first page of settings. */
export const GeneralSettings = z.object({
  ...Branding.shape,
  ...moduleSettings.change.shape,
  ...trafficSettings.change.shape,
});

export const SmtpSettings = mailSettings.change;

/** The fields of the console's form for the protection of accounts. */
export const SecuritySettings = z.object({
  ...authSettings.change.shape,
  ...userSettings.change.shape,
  ...DeviceLimit.shape,
  ...authKeySettings.change.shape,
});

/** The fields of the console's form for mails to administrators. */
export const NotificationSettings = gatewaySettings.change;

/** The fields of the console's form for how long traffic is stored. */
export const RetentionSettings = retentionSettings.change;

/** The fields of the console's form for accounts of users who sign in at OpenID providers. */
export const OpenidSettings = identityProviderSettings.change;
/** The fields of the console's form for SCIM. */
export const ScimSettings = scimSettings.change;
/** The fields of the console's form for LDAP. */
export const LdapSettings = ldapSettings.change;
/** The fields of the console's form for enrollment. */
export const EnrollmentSettings = enrollmentSettings.change;
/** Those that can be null. */
const LdapTexts = LdapSettings.pick({
  ldap_url: true,
  ldap_bind_username: true,
  ldap_bind_password: true,
  ldap_group_search_base: true,
  ldap_user_search_base: true,
  ldap_user_obj_class: true,
  ldap_group_obj_class: true,
  ldap_username_attr: true,
  ldap_groupname_attr: true,
  ldap_group_member_attr: true,
  ldap_member_attr: true,
  ldap_user_rdn_attr: true,
  ldap_ca_certificate: true,
  ldap_user_filter: true,
});

/** Values until they are changed. */
export const defaultSettings: Settings = {
  ...unavailableDefaults,
  ...brandingSettings.defaults,
  ...moduleSettings.defaults,
  ...trafficSettings.defaults,
  ...mailSettings.defaults,
  ...authSettings.defaults,
  ...userSettings.defaults,
  ...deviceSettings.defaults,
  ...authKeySettings.defaults,
  ...gatewaySettings.defaults,
  ...retentionSettings.defaults,
  ...identityProviderSettings.defaults,
  ...scimSettings.defaults,
  ...ldapSettings.defaults,
  ...enrollmentSettings.defaults,
  ...licenceSettings.defaults,
  settings_from_environment: [],
};

/** Changing one of them requires a recent proof of identity. */
export const protectedSettings: readonly (keyof Settings)[] = sections.flatMap(({ protects = [] }) => protects);

/** Settings of licensed features: while the license does not cover the feature, they cannot be changed. */
export const licensedSettings: Readonly<Partial<Record<keyof Settings, LicensedFeature>>> = {
  ...fieldsOf(ldapSettings.change, 'ldap'),
  ...fieldsOf(identityProviderSettings.change, 'identity_providers'),
  ...fieldsOf(scimSettings.change, 'scim'),
  ...fieldsOf(Restrictions, 'restrictions'),
};

function fieldsOf({ shape }: z.ZodObject, feature: LicensedFeature): Readonly<Record<string, LicensedFeature>> {
  return Object.fromEntries(Object.keys(shape).map((name) => [name, feature]));
}

/** Stored encrypted, apart from the other settings. Responses and events never contain them. */
export const secretSettings = ['smtp_password', 'ldap_bind_password', 'license'] as const satisfies (keyof Settings)[];
export type SecretSetting = (typeof secretSettings)[number];

const unavailable = nullish(UnavailableSettings.shape);

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
  'logo_not_found',
  'logo_too_large',
  'smtp_not_configured',
  'smtp_password_needed',
  'ldap_incomplete',
  'ldap_starttls_with_ldaps',
  'ldap_name_invalid',
  'ldap_filter_invalid',
  'ldap_certificate_invalid',
  'ldap_bind_password_needed',
  'setting_from_environment',
  'proof_required',
  'enterprise_required',
  'license_undecodable',
  'license_algorithm_refused',
  'license_issuer_unknown',
  'license_signature_invalid',
  'license_malformed',
  'license_expired',
  'license_clock_set_back',
  'license_not_needed',
] as const;

export const patchSettings = endpoint({
  method: 'PATCH',
  path: '/settings',
  access: 'admin',
  area: 'settings',
  summary: 'Change some settings; absent or null means unchanged, but null clears the password',
  body: z.object({
    ...unavailable,
    ...nullish(GeneralSettings.shape),
    ...nullish(SmtpSettings.shape),
    ...nullish(SecuritySettings.shape),
    ...nullish(Restrictions.shape),
    ...nullish(NotificationSettings.shape),
    ...nullish(RetentionSettings.shape),
    ...nullish(OpenidSettings.shape),
    ...nullish(ScimSettings.shape),
    ...nullish(LdapSettings.shape),
    ...nullish(EnrollmentSettings.shape),
    ...nullish(licenceSettings.change.shape),
  }),
  response: z.null(),
  errors: settingsRules,
  errorStatus: { logo_not_found: 422 },
});

/**
 * Absent modules, views and settings that protect accounts are unchanged: clients of the interface may not know them, and
 * none must switch a module on by omission.
 */
export const putSettings = endpoint({
  method: 'PUT',
  path: '/settings',
  access: 'admin',
  area: 'settings',
  summary:
    'Replace name, logos and mail settings; absent ones are cleared, except the password; other absent settings remain',
  body: z.object({
    ...unavailable,
    ...GeneralSettings.partial().shape,
    ...Branding.shape,
    smtp_server: SmtpSettings.shape.smtp_server.nullable().default(null),
    smtp_port: Port.nullable().default(null),
    smtp_encryption: SmtpSettings.shape.smtp_encryption,
    smtp_user: SmtpSettings.shape.smtp_user.nullable().default(null),
    smtp_password: SmtpSettings.shape.smtp_password.nullish(),
    smtp_sender: SmtpSettings.shape.smtp_sender.nullable().default(null),
    ...SecuritySettings.partial().shape,
    ...Restrictions.partial().shape,
    ...NotificationSettings.partial().shape,
    ...RetentionSettings.partial().shape,
    ...OpenidSettings.partial().shape,
    ...ScimSettings.partial().shape,
    ...LdapSettings.partial().shape,
    ...nullish(LdapTexts.shape),
    ...nullish(EnrollmentSettings.shape),
    ...nullish(licenceSettings.change.shape),
  }),
  response: z.null(),
  errors: settingsRules,
  errorStatus: { logo_not_found: 422 },
});

/** The id is ignored, as in the interface. */
export const restoreBranding = endpoint({
  method: 'PUT',
  path: '/settings/:id',
  access: 'admin',
  area: 'settings',
  summary: "Restore the product's name and logos",
  params: z.object({ id: PathId }),
  response: Settings,
});

/** Base64 of the file, and what is sent with it. */
const maxDataLength = Math.ceil(logoLimits.bytes / 3) * 4;

/** An uploaded logo without everything that is not needed to show it. */
export const UploadedLogo = z.object({
  /** Value for a setting; the logo is removed an hour later unless a setting has it. */
  url: z.string(),
  content_type: z.enum(['image/png', 'image/jpeg', 'image/webp', 'image/svg+xml']),
  /** In pixels. */
  width: z.int(),
  height: z.int(),
  bytes: z.int(),
});
export type UploadedLogo = z.infer<typeof UploadedLogo>;

/** Ours. JSON like all calls, so that no other site can send it with a form. */
export const uploadLogo = endpoint({
  method: 'POST',
  path: '/settings/logo',
  access: 'admin',
  area: 'settings',
  summary: 'Upload a PNG, JPEG, WebP or SVG image, and get the address to set as a logo',
  body: z.object({ kind: z.enum(logoKinds), data: z.base64().min(4).max(maxDataLength) }),
  maxBodyBytes: maxDataLength + 1024,
  response: UploadedLogo,
  status: 201,
  errors: ['logo_unsupported', 'logo_unsafe', 'logo_too_large'],
});

/** Ours. The sign-in page shows a logo, so everyone may read it. */
export const getLogo = endpoint({
  method: 'GET',
  path: '/logo/:hash',
  access: 'anonymous',
  area: 'basics',
  summary: 'Read an uploaded logo',
  params: z.object({ hash: z.string().regex(/^[0-9a-f]{64}$/) }),
  response: z.string(),
  answer: { kind: 'image', types: UploadedLogo.shape.content_type.options },
  errors: ['logo_not_found'],
});

/** Replaces the former token, which stops working. */
export const replaceSshKeysToken = endpoint({
  method: 'POST',
  path: '/settings/ssh_authorized_keys_token',
  access: 'admin',
  area: 'settings',
  requiresReauthentication: true,
  revealsSecret: true,
  summary: 'Create the token with which servers read /ssh_authorized_keys; it is shown only once',
  response: z.object({ token: z.string() }),
  status: 201,
});

export const removeSshKeysToken = endpoint({
  method: 'DELETE',
  path: '/settings/ssh_authorized_keys_token',
  access: 'admin',
  area: 'settings',
  requiresReauthentication: true,
  summary: 'Allow reading /ssh_authorized_keys without a token',
  response: z.null(),
});

export const getEssentials = endpoint({
  method: 'GET',
  path: '/settings_essentials',
  access: 'anonymous',
  area: 'basics',
  summary: 'Show public information about this instance',
  response: SettingsEssentials,
});

export const EnterpriseSettings = Restrictions.extend({
  /** Ours: limit of devices for users who are not administrators; 0: no limit. */
  devices_per_user: z.int(),
  /** Ours: whether mails can be sent, including codes by e-mail. */
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

export const patchEnterpriseSettings = endpoint({
  method: 'PATCH',
  path: '/settings_enterprise',
  access: 'admin',
  area: 'settings',
  summary: 'Change the given restrictions for ordinary users',
  body: Restrictions.partial(),
  response: z.null(),
  errors: ['enterprise_required'],
});
