import { z } from 'zod';
import { documentedAs } from './documented.ts';
import { Empty, endpoint } from './endpoint.ts';
import {
  EmailAddress,
  Id,
  LastName,
  line,
  NaiveTimestamp,
  Name,
  NewPassword,
  Phone,
  pathText,
  Username,
} from './primitives.ts';

export const MfaMethod = z.enum(['None', 'OneTimePassword', 'Webauthn', 'Email']);

/** The fields of an account that another system can manage. */
export const ManagedField = z.enum(['username', 'first_name', 'last_name', 'email', 'phone', 'is_active', 'groups']);
export type ManagedField = z.infer<typeof ManagedField>;

/** The system that manages an account or a group, such as `ldap`, `scim` or `directory:3`; null: this instance. */
export const ManagedBy = z.string().nullable();

const AuthorizedApp = z.object({ oauth2client_id: Id, user_id: Id, oauth2client_name: z.string() });

export const UserInfo = z.object({
  id: Id,
  username: z.string(),
  last_name: z.string(),
  first_name: z.string(),
  email: z.string(),
  phone: z.string().nullable(),
  mfa_enabled: z.boolean(),
  totp_enabled: z.boolean(),
  email_mfa_enabled: z.boolean(),
  /** Ours: whether the user has a security key. */
  webauthn_enabled: z.boolean(),
  mfa_method: MfaMethod,
  groups: z.array(z.string()),
  authorized_apps: z.array(AuthorizedApp),
  is_active: z.boolean(),
  enrolled: z.boolean(),
  /** Ours: false for users who have not enrolled yet or who sign in only with a passkey. */
  has_password: z.boolean(),
  is_admin: z.boolean(),
  ldap_pass_requires_change: z.boolean(),
  /** Ours, as the next field. */
  managed_by: ManagedBy,
  /** Fields that only the system that manages the account can change: `managed_elsewhere`. */
  managed_fields: z.array(ManagedField),
});
export type UserInfo = z.infer<typeof UserInfo>;

/** A user in the list of all users. */
export const ListedUser = UserInfo.extend({
  /** Ours, as the next fields. Network devices are not counted. */
  device_count: z.int().min(0),
  /** Null: never, or before this was recorded. */
  last_sign_in_at: NaiveTimestamp.nullable(),
  /** When a device of the user was last connected to the VPN, up to a minute late; null: never. */
  last_connected_at: NaiveTimestamp.nullable(),
});
export type ListedUser = z.infer<typeof ListedUser>;

/** A device in one location, as the profile shows it. */
const DeviceNetwork = z.object({
  network_id: Id,
  network_name: z.string(),
  network_gateway_ip: z.string(),
  device_wireguard_ips: z.array(z.string()),
  last_connected_ip: z.string().nullable(),
  last_connected_location: z.string().nullable(),
  /** Ours: name of the gateway; null if it has no name or was removed, or if the device never connected. */
  last_connected_gateway: z.string().nullable(),
  last_connected_at: NaiveTimestamp.nullable(),
  is_active: z.boolean(),
  /** Ours: until when it can connect after a second factor; null: it has no session, or the location requires none. */
  mfa_expires_at: NaiveTimestamp.nullable(),
  /** Ours: whether the location requires two-factor authentication, with which the owner authorizes the device in the console. */
  can_authorize: z.boolean(),
});

export const UserDevice = z.object({
  id: Id,
  name: z.string(),
  wireguard_pubkey: z.string(),
  user_id: Id,
  created: NaiveTimestamp,
  device_type: z.enum(['user', 'network']),
  description: z.string().nullable(),
  configured: z.boolean(),
  /** When it was switched off, so that it cannot connect; null: it is switched on. */
  stopped_at: NaiveTimestamp.nullable(),
  /** When an emergency stop suspended it, so that only an administrator can switch it on; null: its owner can. */
  suspended_at: NaiveTimestamp.nullable(),
  /** Program and version of its client, as it calls itself; null: no client has asked for the configuration. */
  client: z.string().nullable(),
  /** When the client last asked for the configuration, with an accuracy of five minutes. */
  last_polled_at: NaiveTimestamp.nullable(),
  networks: z.array(DeviceNetwork),
});
export type UserDevice = z.infer<typeof UserDevice>;

export const SecurityKey = z.object({
  id: Id,
  name: z.string(),
  created: NaiveTimestamp,
  last_used: NaiveTimestamp.nullable(),
  /** When an emergency stop suspended it, so that it is refused; null: it is accepted. */
  suspended_at: NaiveTimestamp.nullable(),
  /** Whether it can sign in without user name and password. */
  is_passkey: z.boolean(),
  /** Whether it is synchronized to other devices of its owner. */
  is_synced: z.boolean(),
});
export type SecurityKey = z.infer<typeof SecurityKey>;

/** What emergency stops suspended or removed, unless an administrator has restored, deleted or reset it. */
const Suspended = z.object({
  devices: z.int().min(0),
  /** SSH, GPG and security keys. */
  keys: z.int().min(0),
  /** Whether an authenticator app was removed, and since then no factor was added and the factors were not reset. */
  authenticator_app: z.boolean(),
});
export type Suspended = z.infer<typeof Suspended>;

const UserDetails = z.object({
  user: UserInfo,
  devices: z.array(UserDevice),
  biometric_enabled_devices: z.array(Id),
  security_keys: z.array(SecurityKey),
  /** Ours. */
  suspended: Suspended,
});

/** Only the length is checked: the user of a name in a path may not exist. */
export const UsernameParam = z.object({ username: pathText(254) });

export const listUsers = endpoint({
  method: 'GET',
  path: '/user',
  access: 'admin',
  area: 'users',
  summary: 'List all users, active or not',
  response: z.array(ListedUser),
});

/** The groups of a user, by name. */
export const GroupNames = z.array(line(128)).max(1000);

/** The fields of the form for a new user. */
export const NewUser = z.object({
  username: Username,
  last_name: LastName,
  first_name: Name,
  email: EmailAddress,
  phone: Phone.nullish(),
  password: z.string().max(128).nullish(),
});

/** The reference answers 400 for a broken rule and 422 for a wrong type, so the service checks the rules. */
export const chosenPassword = documentedAs(z.string().max(128), NewPassword);
const checkedByService = {
  username: documentedAs(z.string().max(254), Username),
  email: documentedAs(z.string().max(254), EmailAddress),
  phone: documentedAs(z.string().max(64), Phone),
};

/**
 * With a password, a session also needs a recent proof: the account would remain usable after the session ends. With groups,
 * the user is added to them in the same transaction.
 */
export const addUser = endpoint({
  method: 'POST',
  path: '/user',
  access: 'admin',
  area: 'users',
  mayChangeAdminRights: true,
  summary: 'Add a user; without a password the user still has to enrol, with a password a session needs a recent proof',
  body: NewUser.extend({
    ...checkedByService,
    phone: checkedByService.phone.nullish(),
    // an empty one counts as none
    password: documentedAs(z.string().max(128), z.union([z.literal(''), NewPassword])).nullish(),
    /** Ours. */
    groups: GroupNames.optional(),
  }),
  response: UserInfo,
  status: 201,
  errors: [
    'username_invalid',
    'username_reserved',
    'username_taken',
    'email_invalid',
    'email_taken',
    'phone_invalid',
    'password_weak',
    'group_name_unknown',
    'managed_elsewhere',
    'proof_required',
  ],
});

/** 200 if the name is free; 400 if it is taken or invalid. */
export const checkUsername = endpoint({
  method: 'POST',
  path: '/user/available',
  access: 'admin',
  area: 'users',
  summary: 'Check whether a user name is free',
  body: z.object({ username: checkedByService.username }),
  response: Empty,
  errors: ['username_taken', 'username_invalid', 'username_reserved'],
  errorStatus: { username_taken: 400 },
});

/** A token needs `users:read` only, also for the devices. None while the VPN module is off. */
export const getUser = endpoint({
  method: 'GET',
  path: '/user/:username',
  access: 'self',
  area: 'users',
  summary: 'Show a user with devices and security keys (a token needs no `devices:read`)',
  params: UsernameParam,
  response: UserDetails,
  errors: ['user_not_found'],
});

/**
 * All fields are optional: absent means unchanged. Fields that the caller may not change are ignored. A complete record
 * (user name, both names and e-mail address) without `phone` clears the number, as clients of the interface expect.
 */
export const updateUser = endpoint({
  method: 'PUT',
  path: '/user/:username',
  access: 'self',
  area: 'users',
  mayChangeAdminRights: true,
  summary: 'Change a user',
  params: UsernameParam,
  body: z.object({
    username: checkedByService.username.optional(),
    first_name: Name.optional(),
    last_name: LastName.optional(),
    email: checkedByService.email.optional(),
    // an empty one clears the number
    phone: documentedAs(z.string().max(64), z.union([z.literal(''), Phone])).nullish(),
    mfa_method: MfaMethod.optional(),
    groups: GroupNames.optional(),
    is_active: z.boolean().optional(),
    authorized_apps: z
      .array(z.object({ oauth2client_id: Id }))
      .max(1000)
      .optional(),
  }),
  response: z.null(),
  errors: [
    'user_not_found',
    'username_invalid',
    'username_reserved',
    'username_taken',
    'email_invalid',
    'email_taken',
    'phone_invalid',
    'own_account',
    'last_admin',
    'group_name_unknown',
    'address_pool_exhausted',
    'managed_elsewhere',
  ],
});

export const deleteUser = endpoint({
  method: 'DELETE',
  path: '/user/:username',
  access: 'admin',
  area: 'users',
  summary: 'Delete a user with devices, keys and sessions',
  params: UsernameParam,
  response: z.null(),
  errors: ['user_not_found', 'own_account', 'last_admin', 'proof_required', 'managed_elsewhere'],
});

export const PasswordOfUser = z.object({
  new_password: chosenPassword,
  /** Ours: also delete all API tokens of the user. */
  revoke_api_tokens: z.boolean().default(false),
});

export const setUserPassword = endpoint({
  method: 'PUT',
  path: '/user/:username/password',
  access: 'admin',
  area: 'sign-in',
  requiresReauthentication: true,
  summary: "Set another user's password; ends all sessions of the user",
  params: UsernameParam,
  body: PasswordOfUser,
  response: z.null(),
  errors: ['user_not_found', 'own_account', 'password_weak', 'managed_elsewhere'],
});
