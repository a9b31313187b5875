/** Interface reference §10.3, for features that do not exist yet, by feature. */
export const plannedActivity = {
  streams: ['activity_log_stream_created', 'activity_log_stream_removed', 'activity_log_stream_modified'],
  applications: ['web_hook_added', 'web_hook_removed', 'web_hook_modified', 'web_hook_state_changed'],
} as const;
