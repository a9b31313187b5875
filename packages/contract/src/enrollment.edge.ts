import { z } from 'zod';
import { edgeEndpoint } from './edge-endpoint.ts';
import { Continuation } from './enrollment-passkeys.ts';
import { ProviderKind } from './identity-providers.ts';
import { MailLanguage } from './mail.ts';
import { line, Name } from './primitives.ts';
import { CreationOptions, Registration } from './security-keys.ts';

/** Characters that a token of any kind can have; real ones have 32. */
const Token = z.object({ token: z.string().min(1).max(128) });
const password = z.string().max(128);
const PublicKey = z.string().max(256);
const text = z.string();
/** Ours: of the page, for mails to a person who has not chosen one. One that this version does not know is ignored. */
const language = MailLanguage.optional().catch(undefined);
const UnixSeconds = z.int();
const Nothing = z.object({});

/** What clients compare to detect changes (wire §15.4). */
const Instance = z.object({
  id: text,
  name: text,
  /** Of the console; ends with a slash, as the next one does. */
  url: text,
  proxy_url: text,
  username: text,
  enterprise_enabled: z.boolean(),
  disable_all_traffic: z.boolean(),
  openid_display_name: text.nullable(),
});

/** Interface reference, wire §11.2. */
const Started = z.object({
  /** Who issued the token; the user after an own request. */
  admin: z.object({ name: text, phone_number: text.nullable(), email: text }),
  user: z.object({
    first_name: text,
    last_name: text,
    login: text,
    email: text,
    phone_number: text.nullable(),
    is_active: z.boolean(),
    device_names: z.array(text),
    /** Whether the account has something to sign in with. */
    enrolled: z.boolean(),
    is_admin: z.boolean(),
  }),
  deadline_timestamp: UnixSeconds,
  /** Markdown, with the placeholders filled in. */
  final_page_content: text,
  instance: Instance,
  settings: z.object({
    vpn_setup_optional: z.boolean(),
    only_client_activation: z.boolean(),
    admin_device_management: z.boolean(),
    smtp_configured: z.boolean(),
    mfa_required: z.boolean(),
  }),
});
export type StartedEnrollment = z.output<typeof Started>;

const Place = z.object({
  network_id: z.int(),
  network_name: text,
  /** A WireGuard file with `YOUR_PRIVATE_KEY`. */
  config: text,
  endpoint: text,
  assigned_ip: text,
  pubkey: text,
  allowed_ips: text,
  dns: text.nullable(),
  mfa_enabled: z.boolean(),
  keepalive_interval: z.int(),
  location_mfa_mode: z.int(),
});

const DeviceOfClient = z.object({
  device: z.object({ id: z.int(), name: text, pubkey: text, user_id: z.int(), created_at: UnixSeconds }),
  /** By location. */
  configs: z.array(Place),
  instance: Instance,
  /** With which the client asks for changes; null: it has one. */
  token: text.nullable(),
});
export type DeviceOfClient = z.output<typeof DeviceOfClient>;

const enrollment = { session: 'enrollment' } as const;

export const startSession = edgeEndpoint({
  ...enrollment,
  path: '/enrollment/start',
  body: Token.extend({ language }),
  response: Started,
});

/** Ours, for pages: the session that the cookie names, also after a reload. */
export const readSession = edgeEndpoint({
  ...enrollment,
  path: '/enrollment/session',
  body: Nothing,
  response: Started.extend({
    /** `client`: only adds a device. */
    kind: z.enum(['enrollment', 'client']),
    /** With which a client on another device continues; it ends with the session. */
    token: text,
    /** Of the session. The clock of the device can be wrong. */
    seconds_left: z.int(),
    has_second_factor: z.boolean(),
    /** Whether a location that the user may use asks for a second factor of this instance. */
    needs_second_factor: z.boolean(),
    is_vpn_enabled: z.boolean(),
    /** Where the browser can create a passkey for the console: on this page, or at the console; null: nowhere. */
    passkey: z.enum(['edge', 'console']).nullable(),
  }),
});
export type EnrollmentSession = z.output<typeof readSession.response>;

export const activateUser = edgeEndpoint({
  ...enrollment,
  path: '/enrollment/activate_user',
  body: z.object({
    phone_number: z.string().max(64).nullish(),
    password,
    language,
    /** The session does not end, so that other steps can follow: this becomes its token. */
    continue_with: Continuation.optional(),
  }),
  response: Nothing,
});

const PasskeyPhone = z.string().max(64).nullish();

/** Ours, as the next two: a passkey in place of a password, for pages from which browsers create one for the console. */
export const startPasskey = edgeEndpoint({
  ...enrollment,
  path: '/enrollment/passkey/start',
  body: Nothing,
  response: CreationOptions,
});

/** Completes the enrollment as `activate_user` does; `continue_with` becomes the token of the session. */
export const finishPasskey = edgeEndpoint({
  ...enrollment,
  path: '/enrollment/passkey/finish',
  body: z.object({ phone_number: PasskeyPhone, name: Name, rpkc: Registration, language, continue_with: Continuation }),
  response: z.object({ recovery_codes: z.array(text) }),
});

/** For other pages: where the console creates the passkey. A new address replaces the former. */
export const handOverPasskey = edgeEndpoint({
  ...enrollment,
  path: '/enrollment/passkey/hand-over',
  body: z.object({ phone_number: PasskeyPhone, language }),
  response: z.object({ url: text }),
});

/** Ours: ends a session that continued after `activate_user`, and mails that the enrollment is completed. */
export const finishSession = edgeEndpoint({
  ...enrollment,
  path: '/enrollment/finish',
  body: Nothing,
  response: Nothing,
});

export const createClientDevice = edgeEndpoint({
  ...enrollment,
  path: '/enrollment/create_device',
  body: z.object({ name: line(128).default(''), pubkey: PublicKey }),
  response: DeviceOfClient,
});

export const readClientDevice = edgeEndpoint({
  ...enrollment,
  path: '/enrollment/network_info',
  body: z.object({ pubkey: PublicKey }),
  response: DeviceOfClient,
});

/** A phone that is unlocked with biometrics stores the key with which it proves that, for its device. */
export const registerMobile = edgeEndpoint({
  ...enrollment,
  path: '/enrollment/register_mobile',
  body: z.object({ auth_pub_key: PublicKey, device_pub_key: PublicKey }),
  response: Nothing,
});

const FactorMethod = z.enum(['Totp', 'Email']);

export const startFactor = edgeEndpoint({
  ...enrollment,
  path: '/enrollment/register-mfa/code/start',
  body: z.object({ method: FactorMethod }),
  /** Base32; null for a code by mail. */
  response: z.object({ totp_secret: text.nullable() }),
});

export const finishFactor = edgeEndpoint({
  ...enrollment,
  path: '/enrollment/register-mfa/code/finish',
  body: z.object({ code: z.string().min(1).max(64), method: FactorMethod }),
  response: z.object({ recovery_codes: z.array(text) }),
});

/** Ours: for a person who lost the recovery codes before saving them. The earlier ones stop working. */
export const replaceLostCodes = edgeEndpoint({
  ...enrollment,
  path: '/enrollment/recovery-codes',
  body: z.object({}),
  response: z.object({ recovery_codes: z.array(text) }),
});

export const pollDevice = edgeEndpoint({
  ...enrollment,
  path: '/poll',
  isRepeated: true,
  body: Token,
  response: z.object({ device_config: DeviceOfClient }),
});

const reset = { session: 'password_reset' } as const;

export const requestPasswordReset = edgeEndpoint({
  ...reset,
  path: '/password-reset/request',
  body: z.object({ email: z.string().max(254), language }),
  response: Nothing,
});

export const startPasswordReset = edgeEndpoint({
  ...reset,
  path: '/password-reset/start',
  body: Token.extend({ language }),
  response: z.object({ deadline_timestamp: UnixSeconds }),
});

/** Ours: whether the token can be used. Does not begin its session. */
export const checkPasswordReset = edgeEndpoint({
  ...reset,
  path: '/password-reset/check',
  body: Token,
  response: Nothing,
});

export const resetPassword = edgeEndpoint({
  ...reset,
  path: '/password-reset/reset',
  body: z.object({ password }),
  response: Nothing,
});

/** Ours: what every page of the edge shows. */
export const readEdge = edgeEndpoint({
  ...enrollment,
  path: '/edge',
  body: Nothing,
  response: z.object({
    instance_name: text,
    main_logo_url: text,
    console_url: text,
    /** Where people install the VPN client; empty: unknown. */
    client_download_url: text,
    /** At which people can sign in for a token. */
    openid_providers: z.array(z.object({ name: text, display_name: text.nullable(), kind: ProviderKind })),
  }),
});
