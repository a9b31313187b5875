/** Events of the activity log. */
export const preferenceActivity = ['preferences_modified'] as const;
