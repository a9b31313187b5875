import type { StreamType } from '@gatewarden/contract/activity-streams';
import type { SendEntries } from './protocol.ts';
import { sendLines } from './send-lines.ts';
import { sendOtlp } from './send-otlp.ts';
import { sendSyslog } from './send-syslog.ts';

/** How entries are sent to each kind of collector. */
export const protocols: Readonly<Record<StreamType, SendEntries>> = {
  vector_http: sendLines,
  logstash_http: sendLines,
  syslog_tls: sendSyslog,
  otlp_http: sendOtlp,
};
