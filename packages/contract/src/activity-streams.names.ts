/** Errors that a caller can receive, with their HTTP statuses. */
export const activityStreamErrors = {
  activity_stream_not_found: 404,
  activity_stream_url_invalid: 422,
  activity_stream_syslog_url_refused: 400,
  activity_stream_cert_invalid: 400,
  activity_stream_password_needed: 400,
  activity_stream_limit_reached: 409,
} as const;

/** Messages for API clients. */
export const activityStreamErrorMessages = {
  activity_stream_not_found: 'Activity log stream not found',
  activity_stream_url_invalid: 'The URL must be absolute and contain neither a username nor a fragment',
  activity_stream_syslog_url_refused: 'The URL must begin with tls for syslog',
  activity_stream_cert_invalid: 'The certificate is not a certificate in PEM format',
  activity_stream_password_needed:
    'The saved password is that of the previous collector; send the password of the new one',
  activity_stream_limit_reached: 'The instance has reached the limit of activity log streams',
} as const satisfies Record<keyof typeof activityStreamErrors, string>;

/** Events of the activity log; the first three are those of interface reference §10.3. */
export const activityStreamActivity = [
  'activity_log_stream_created',
  'activity_log_stream_removed',
  'activity_log_stream_modified',
  'activity_log_stream_state_changed',
  'activity_log_stream_replayed',
  'activity_log_stream_stopped',
] as const;
