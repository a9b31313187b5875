/** Entries of the activity log. */
export const trafficActivity = ['vpn_client_connected', 'vpn_client_disconnected'] as const;
