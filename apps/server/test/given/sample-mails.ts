import type { MailValues, Template } from '../../src/features/mail/templates.ts';

/** Values for every kind of mail. */
export const sampleMails: { readonly [T in Template]: MailValues<T> } = {
  test: {},
  support_data: { administrator: 'root', version: '1.2.3' },
  second_factor_activated: { name: 'Una', method: 'totp' },
  passkey_added: { name: 'Una' },
  sign_in_code: { name: 'Una', code: '042137', minutes: 5 },
  activation_code: { name: 'Una', code: '042137', minutes: 5 },
  address_changed: { name: 'Una' },
  wrong_codes: {
    name: 'Una',
    failures: 5,
    at: '2030-01-31T23:05:00Z',
    address: '192.0.2.7',
    browser: 'Firefox on Linux',
  },
  device_changed: {
    name: 'Una',
    change: 'added',
    device: 'Work laptop',
    public_key: 'YEocP0e2o1WT5GlvBvQzVF7EeR6z9aCk+ZdZ5NKEuXA=',
    addresses: [['Warsaw', '10.1.0.2, fd00::2']],
    administrator: 'root',
    at: '2030-01-31T23:05:00Z',
    address: '192.0.2.7',
    browser: 'Firefox on Linux',
  },
  account_changed: {
    name: 'Una',
    change: 'factors_removed',
    by: 'administrator',
    administrator: 'root',
    at: '2030-01-31T23:05:00Z',
    address: '192.0.2.7',
    browser: 'Firefox on Linux',
  },
  more_account_changes: {
    name: 'Una',
    changes: [
      { change: 'password_changed', by: 'administrator', count: 31 },
      { change: 'recovery_codes_replaced', by: 'owner', count: 7 },
    ],
  },
  more_device_changes: { name: 'Una', changes: 3 },
  recovery_codes_replaced: {
    name: 'Una',
    at: '2030-01-31T23:05:00Z',
    address: '192.0.2.7',
    browser: 'Firefox on Linux',
  },
  gateway_disconnected: {
    ...{ name: 'Una', gateway: 'waw-gw', hostname: 'edge-1', location: 'Warsaw', location_id: 1 },
    since: '2030-01-31T23:05:00Z',
  },
  gateway_connected: {
    ...{ name: 'Una', gateway: 'waw-gw', hostname: 'edge-1', location: 'Warsaw', location_id: 1 },
    ...{ since: '2030-01-31T23:05:00Z', at: '2030-01-31T23:25:00Z' },
  },
  delivery_stopped: {
    ...{ name: 'Una', kind: 'webhook', destination: 'Ticket system', error: 'status 503' },
    since: '2030-01-31T23:05:00Z',
  },
  new_application: {
    name: '<b>Una</b>',
    application: '<i>Wiki</i>',
    at: '2030-01-01T08:00:00Z',
    address: '192.0.2.7',
    browser: 'Firefox on Linux',
  },
  invitation: {
    ...{ name: 'Una', invited_by: 'Ada Byron', link: 'https://enroll.example.com/?token=x', token: 'x' },
    ...{ url: 'https://enroll.example.com/', until: '2030-01-31T23:05:00Z' },
  },
  client_activation: {
    ...{ name: 'Una', link: 'https://enroll.example.com/?token=x', url: 'https://enroll.example.com/', token: 'x' },
    until: '2030-01-31T23:05:00Z',
  },
  password_reset: {
    ...{ name: 'Una', link: 'https://enroll.example.com/password-reset?token=x', administrator: 'root' },
    until: '2030-01-31T23:05:00Z',
  },
  welcome: { subject: '', markdown: '# First steps\n\n1. Read the **rules**.\n2. Sign in.' },
  enrollment_completed: { name: 'Una', user: 'Ada Byron', username: 'ada' },
  new_sign_in: { name: 'Una', at: '2030-01-31T23:05:00Z', address: '192.0.2.7', browser: 'Firefox on Linux' },
};
