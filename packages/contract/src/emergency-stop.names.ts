/** Events of the activity log. */
export const emergencyStopActivity = ['user_stopped', 'signed_out_everywhere'] as const;
