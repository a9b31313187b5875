import { z } from 'zod';
import { DeliveryFailure, DeliveryState, Replay } from './delivery.ts';
import { documented } from './documented.ts';
import { endpoint } from './endpoint.ts';
import { Id, line, PathId } from './primitives.ts';
import { isDestination } from './webhooks.ts';

/**
 * - `vector_http`, `logstash_http`: JSON objects, one in each line, as the inputs `http_server` and `http` of these collectors
 *   read them.
 * - `syslog_tls`: RFC 5424 messages over TLS (RFC 5425).
 * - `otlp_http`: logs of OpenTelemetry as JSON over HTTP; `/v1/logs` is appended to a URL without a path.
 */
export const StreamType = z.enum(['vector_http', 'logstash_http', 'syslog_tls', 'otlp_http']);
export type StreamType = z.infer<typeof StreamType>;

/** `https`, `http` for listed hosts, or `tls://host:port` for syslog. */
const StreamUrl = documented(
  z
    .string()
    .trim()
    .min(1)
    .max(2048)
    .refine((text) => isDestination(text, /^(https?|tls):$/), { error: 'activity_stream_url_invalid' }),
  {
    type: 'string',
    maxLength: 2048,
    pattern: '^(?:https?|tls):\\/\\/[a-z0-9.-]+(?::[1-9]\\d{0,3})?(?:\\/[A-Za-z0-9._~\\/-]*)?$',
  },
);

/** Interface reference §11; the password is never returned. */
const StreamConfig = z.object({
  url: z.string(),
  username: z.string().nullable(),
  /** Ours. */
  password_set: z.boolean(),
  cert: z.string().nullable(),
});

/** Interface reference §11; `enabled` and `state` are ours. */
export const ActivityStream = z.object({
  id: Id,
  name: z.string(),
  stream_type: StreamType,
  config: StreamConfig,
  enabled: z.boolean(),
  state: DeliveryState,
});
export type ActivityStream = z.infer<typeof ActivityStream>;

export const ActivityStreamInput = z.object({
  name: line(128, 1),
  stream_type: StreamType,
  stream_config: z.object({
    url: StreamUrl,
    /** Empty or absent: no basic authentication. */
    username: line(254).nullish(),
    /** Empty or absent: unchanged. */
    password: z.string().max(1024).nullish(),
    /** A certificate in PEM format that is trusted in addition; empty or absent: none. */
    cert: z.string().max(32_768).nullish(),
  }),
});
export const maxActivityStreams = 20;

const common = { access: 'admin', area: 'settings', enterprise: 'activity_streams' } as const;
/**
 * A collector gets the log also after the session, or the API token, with which it was added; without it, nothing outside of the
 * instance records what is done.
 */
const changesReceiver = { requiresReauthentication: true } as const;
const IdParam = z.object({ id: PathId });
const inputErrors = [
  'outbound_url_refused',
  'activity_stream_syslog_url_refused',
  'outbound_address_refused',
  'activity_stream_cert_invalid',
] as const;

export const listActivityStreams = endpoint({
  ...common,
  method: 'GET',
  path: '/activity_log_stream',
  summary: 'List where the activity log is sent, by name',
  response: z.array(ActivityStream),
});

export const addActivityStream = endpoint({
  ...common,
  ...changesReceiver,
  method: 'POST',
  path: '/activity_log_stream',
  summary: 'Send the activity log to a collector from now on',
  body: ActivityStreamInput,
  response: z.object({ id: Id }),
  status: 201,
  errors: [...inputErrors, 'activity_stream_limit_reached'],
});

export const updateActivityStream = endpoint({
  ...common,
  ...changesReceiver,
  method: 'PUT',
  path: '/activity_log_stream/:id',
  summary: 'Change where the activity log is sent',
  params: IdParam,
  body: ActivityStreamInput,
  response: z.object({}),
  errors: ['activity_stream_not_found', 'activity_stream_password_needed', ...inputErrors],
});

export const deleteActivityStream = endpoint({
  ...common,
  ...changesReceiver,
  method: 'DELETE',
  path: '/activity_log_stream/:id',
  summary: 'Stop sending the activity log to a collector',
  params: IdParam,
  response: z.object({}),
  errors: ['activity_stream_not_found'],
});

export const setActivityStreamState = endpoint({
  ...common,
  ...changesReceiver,
  method: 'POST',
  path: '/activity_log_stream/:id/state',
  withoutLicense: true,
  summary: 'Enable or disable a stream; once enabled, the collector receives what happened meanwhile',
  params: IdParam,
  body: z.object({ enabled: z.boolean() }),
  response: z.object({}),
  errors: ['activity_stream_not_found'],
});

export const testActivityStream = endpoint({
  ...common,
  method: 'POST',
  path: '/activity_log_stream/:id/test',
  withoutLicense: true,
  summary: 'Send the latest entry of the activity log to a collector, and report the result',
  params: IdParam,
  /** Null: the collector accepted it. */
  response: z.object({ error: DeliveryFailure.nullable() }),
  errors: ['activity_stream_not_found'],
});

export const replayActivityStream = endpoint({
  ...common,
  ...changesReceiver,
  method: 'POST',
  path: '/activity_log_stream/:id/replay',
  withoutLicense: true,
  summary: 'Send the activity log from a point in time again',
  params: IdParam,
  body: Replay,
  response: DeliveryState,
  errors: ['activity_stream_not_found'],
});
