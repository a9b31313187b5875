/** Events of the activity log. */
export const trafficActivity = ['vpn_client_connected', 'vpn_client_disconnected'] as const;

/** Errors that a caller can receive, with their HTTP statuses. */
export const trafficErrors = { time_in_future: 400, time_range_invalid: 400, history_range_invalid: 400 } as const;

/** Messages for API clients. */
export const trafficErrorMessages = {
  time_in_future: 'The time is in the future',
  time_range_invalid: 'The period must end after it starts, and must not be longer than 35 days',
  history_range_invalid:
    'The period must end after it starts and not be longer than 1830 days; a user and a device cannot be combined',
} as const satisfies Record<keyof typeof trafficErrors, string>;
