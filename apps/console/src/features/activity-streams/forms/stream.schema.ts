import { ActivityStreamInput } from '@gatewarden/contract/activity-streams';
import { isDestination } from '@gatewarden/contract/webhooks';
import { z } from 'zod';

const { stream_config: config } = ActivityStreamInput.shape;

/** Values of the form. The URL is checked for the chosen collector, so that the error contains an example for it. */
export const StreamFields = ActivityStreamInput.extend({
  stream_config: config.extend({ url: z.string().trim().min(1).max(2048) }),
}).superRefine(({ stream_type, stream_config: { url } }, context) => {
  const isSyslog = stream_type === 'syslog_tls';
  if (isDestination(url, isSyslog ? /^tls:$/ : /^https?:$/)) return;
  const message = isSyslog ? 'activity_stream_syslog_url_refused' : 'activity_stream_url_invalid';
  context.addIssue({ code: 'custom', path: ['stream_config', 'url'], message });
});
