import type { ActivityStream, StreamType } from '@gatewarden/contract/activity-streams';
import type { StreamBody } from '../activity-streams.queries.ts';

/** As in the contract, whose schemas are loaded later. */
export const kinds = [
  'vector_http',
  'logstash_http',
  'syslog_tls',
  'otlp_http',
] as const satisfies readonly StreamType[];

export const exampleUrls: Readonly<Record<StreamType, string>> = {
  vector_http: 'https://vector.example.com:8080',
  logstash_http: 'https://logstash.example.com:8080',
  syslog_tls: 'tls://syslog.example.com:6514',
  otlp_http: 'https://collector.example.com:4318',
};

/** Values of the form: those of a request. */
export function toForm(stream: ActivityStream | undefined): StreamBody {
  const { name = '', stream_type = 'vector_http', config } = stream ?? {};
  const { url = '', username, cert } = config ?? {};
  return {
    name,
    stream_type,
    stream_config: { url, username: username ?? '', password: '', cert: cert ?? '' },
  };
}

/** Syslog has no credentials. */
export function toRequest(fields: StreamBody): StreamBody {
  if (fields.stream_type !== 'syslog_tls') return fields;
  return { ...fields, stream_config: { ...fields.stream_config, username: '', password: '' } };
}
