/** Events of the activity log. */
export const historyActivity = ['instance_restored', 'instance_restore_acknowledged'] as const;
