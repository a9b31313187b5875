import { z } from 'zod';
import { Empty, endpoint } from './endpoint.ts';
import { Id, line, NaiveTimestamp, Name, PathId, pathText } from './primitives.ts';
import { UsernameParam } from './users.ts';
import { yubikeyFailures } from './yubikeys.names.ts';

/** The interface calls a provisioner a worker, and its name the id. */
export const ProvisionerName = line(64, 1);

export const YubikeyFailure = z.enum(yubikeyFailures);
export type YubikeyFailure = z.infer<typeof YubikeyFailure>;

export const Yubikey = z.object({ id: Id, name: z.string(), serial: z.string(), user_id: Id });
export type Yubikey = z.infer<typeof Yubikey>;

/** A job of a provisioner. The interface only has its result. */
export const YubikeyJob = z.object({
  id: Id,
  worker: z.string(),
  username: z.string(),
  state: z.enum(['in_progress', 'success', 'error']),
  created: NaiveTimestamp,
  /** When the provisioner began; null while it has not. */
  taken_at: NaiveTimestamp.nullable(),
  ended_at: NaiveTimestamp.nullable(),
  /** Of the YubiKey; null unless the state is `success`. */
  serial: z.string().nullable(),
  /** Null unless the state is `error`. */
  failure: YubikeyFailure.nullable(),
  /** See the failures; null if there is none. */
  detail: z.string().nullable(),
});
export type YubikeyJob = z.infer<typeof YubikeyJob>;

export const Provisioner = z.object({
  /** Its name. */
  id: z.string(),
  /** Where it last connected from. */
  ip: z.string(),
  /** Whether it asks for jobs, or has one in progress. */
  connected: z.boolean(),
  last_seen: NaiveTimestamp,
  /** What it has in progress. */
  job: z.object({ id: Id, username: z.string() }).nullable(),
});
export type Provisioner = z.infer<typeof Provisioner>;

/** How provisioners reach core. */
const ProvisionerListener = z.object({
  /** Whether core was started with `GATEWARDEN_PROVISIONER_PORT`. */
  enabled: z.boolean(),
  /** Empty if it is not enabled. */
  url: z.string(),
  /** PEM of the authority that signs the certificate of the listener; empty if it is not enabled. */
  ca: z.string(),
});

const JobParam = z.object({ id: PathId });
const YubikeyParam = UsernameParam.extend({ id: PathId });
const JobAnswer = z.object({ id: z.int().min(0) });

const common = { area: 'users' } as const;
const startErrors = ['user_not_found', 'provisioner_busy'] as const;

/** Answers the id 0 if there is no such provisioner. Only for administrators: a job deletes the keys of whatever card is connected. */
export const startYubikeyJob = endpoint({
  ...common,
  method: 'POST',
  path: '/worker/job',
  access: 'admin',
  requiresReauthentication: true,
  summary: 'Let a provisioner create keys on the YubiKey that is connected to it; deletes the keys that it has',
  body: z.object({ worker: ProvisionerName, username: z.string().min(1).max(128) }),
  response: JobAnswer,
  status: 201,
  errors: startErrors,
});

/** Null while there is no result, and for an unknown job. A job that failed is answered with 404. */
export const getYubikeyJobResult = endpoint({
  ...common,
  method: 'GET',
  path: '/worker/:id',
  access: 'user',
  summary: 'Show the result of a provisioning job',
  params: JobParam,
  response: z.object({ success: z.boolean(), serial: z.string(), error: z.string() }).nullable(),
  errors: ['access_denied', 'yubikey_job_failed'],
});

export const getYubikeyJob = endpoint({
  ...common,
  method: 'GET',
  path: '/worker/job/:id',
  access: 'user',
  summary: 'Show the progress of a provisioning job',
  params: JobParam,
  response: YubikeyJob,
  errors: ['yubikey_job_not_found', 'access_denied'],
});

/** What the provisioner reports afterwards is refused. No effect on a job that has ended. */
export const cancelYubikeyJob = endpoint({
  ...common,
  method: 'POST',
  path: '/worker/job/:id/cancel',
  access: 'user',
  summary: 'Cancel a provisioning job; its provisioner can get another one',
  params: JobParam,
  response: Empty,
  errors: ['yubikey_job_not_found', 'access_denied'],
});

export const listProvisioners = endpoint({
  ...common,
  method: 'GET',
  path: '/worker',
  access: 'admin',
  summary: 'List the provisioners of YubiKeys by their name',
  response: z.array(Provisioner),
});

export const getProvisionerListener = endpoint({
  ...common,
  method: 'GET',
  path: '/worker/listener',
  access: 'admin',
  summary: 'Show where provisioners connect, and the authority of its certificate',
  response: ProvisionerListener,
});

const TokenAnswer = z.object({ token: z.string() });

/** The same until it is revoked. It ends when the administrator loses the rights, or is stopped. */
export const getProvisionerToken = endpoint({
  ...common,
  method: 'GET',
  path: '/worker/token',
  access: 'admin',
  requiresReauthentication: true,
  revealsSecret: true,
  writes: true,
  summary: "Show the caller's token for provisioners",
  response: TokenAnswer,
  status: 201,
});

export const rotateProvisionerTokens = endpoint({
  ...common,
  method: 'POST',
  path: '/worker/token/rotate',
  access: 'admin',
  requiresReauthentication: true,
  revealsSecret: true,
  summary: 'Revoke the tokens of all provisioners, and create a new one of the caller',
  response: TokenAnswer,
});

/** The interface calls it the id of the worker. A job that it has in progress fails. */
export const removeProvisioner = endpoint({
  ...common,
  method: 'DELETE',
  path: '/worker/:id',
  access: 'admin',
  summary: 'Remove a provisioner from the list; it can register again with its token',
  params: z.object({ id: pathText(64) }),
  response: z.null(),
  errors: ['provisioner_not_found'],
});

export const listYubikeys = endpoint({
  ...common,
  method: 'GET',
  path: '/user/:username/yubikey',
  access: 'self',
  summary: "List a user's YubiKeys",
  params: UsernameParam,
  response: z.array(Yubikey),
  errors: ['user_not_found'],
});

/** As `POST /worker/job`: only a provisioner can add a YubiKey. */
export const addYubikey = endpoint({
  ...common,
  method: 'POST',
  path: '/user/:username/yubikey',
  access: 'admin',
  requiresReauthentication: true,
  summary: 'Start a provisioning job for a user',
  params: UsernameParam,
  body: z.object({ worker: ProvisionerName }),
  response: JobAnswer,
  status: 201,
  errors: startErrors,
});

export const renameYubikey = endpoint({
  ...common,
  method: 'POST',
  path: '/user/:username/yubikey/:id/rename',
  access: 'self',
  summary: 'Rename a YubiKey',
  params: YubikeyParam,
  body: z.object({ name: Name }),
  response: Yubikey,
  errors: ['yubikey_not_found'],
});

export const deleteYubikey = endpoint({
  ...common,
  method: 'DELETE',
  path: '/user/:username/yubikey/:id',
  access: 'self',
  requiresReauthentication: true,
  summary: 'Delete a YubiKey and its SSH and GPG keys; servers refuse them immediately',
  params: YubikeyParam,
  response: Empty,
  errors: ['yubikey_not_found', 'key_suspended'],
});
