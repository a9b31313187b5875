/** Errors that a caller can receive, with their HTTP statuses. */
export const activityLogErrors = {
  activity_not_found: 404,
  log_problem_not_found: 409,
} as const;

/** Messages for API clients. */
export const activityLogErrorMessages = {
  activity_not_found: 'Activity log entry not found',
  log_problem_not_found: 'The activity log continues its last checkpoint: there is nothing to acknowledge',
} as const satisfies Record<keyof typeof activityLogErrors, string>;

/** Events of the activity log. */
export const activityLogActivity = ['activity_log_problem', 'activity_log_acknowledged', 'admin_command_run'] as const;
