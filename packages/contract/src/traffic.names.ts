/** Entries of the activity log. */
export const trafficActivity = ['vpn_client_connected', 'vpn_client_disconnected'] as const;

/** Failures that a caller can be told about, with the HTTP status of each. */
export const trafficErrors = { time_in_future: 400 } as const;

/** What a program that calls the API reads. */
export const trafficErrorMessages = {
  time_in_future: 'The time is in the future',
} as const satisfies Record<keyof typeof trafficErrors, string>;
