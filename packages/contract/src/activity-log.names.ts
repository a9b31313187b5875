/** Failures that a caller can be told about, with the HTTP status of each. */
export const activityLogErrors = {
  activity_not_found: 404,
  log_problem_not_found: 409,
} as const;

/** What a program that calls the API reads. */
export const activityLogErrorMessages = {
  activity_not_found: 'Activity log entry not found',
  log_problem_not_found: 'The activity log continues its last checkpoint: there is nothing to acknowledge',
} as const satisfies Record<keyof typeof activityLogErrors, string>;

/** Entries of the activity log. */
export const activityLogActivity = ['activity_log_problem', 'activity_log_acknowledged', 'admin_command_run'] as const;
