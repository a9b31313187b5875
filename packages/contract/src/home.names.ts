/** Errors that a caller can receive, with their HTTP statuses. */
export const homeErrors = { attention_not_found: 404 } as const;

/** Messages for API clients. */
export const homeErrorMessages = {
  attention_not_found: 'The alert no longer applies, or never existed',
} as const satisfies Record<keyof typeof homeErrors, string>;

/** Events of the activity log. */
export const homeActivity = [
  'attention_dismissed',
  'attention_restored',
  'checklist_dismissed',
  'checklist_restored',
] as const;
