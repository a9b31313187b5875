import type { ResponseOf } from '@gatewarden/contract/endpoint';
import type { getProvisionerListener, Provisioner, Yubikey, YubikeyJob } from '@gatewarden/contract/yubikeys';

/** Answers of the calls about YubiKeys. */
export const givenYubikeys = {
  yubikey: (overrides: Partial<Yubikey> = {}): Yubikey => ({
    ...{ id: 1, name: 'YubiKey 1', serial: '12345678', user_id: 1 },
    ...overrides,
  }),

  provisioner: (overrides: Partial<Provisioner> = {}): Provisioner => ({
    ...{ id: 'Desk', ip: '192.0.2.7', connected: true, last_seen: '2030-01-31T12:00:00', job: null },
    ...overrides,
  }),

  /** One that waits for its provisioner. */
  job: (overrides: Partial<YubikeyJob> = {}): YubikeyJob => ({
    ...{ id: 5, worker: 'Desk', username: 'bob', state: 'in_progress', created: '2030-01-31T12:00:00' },
    ...{ taken_at: null, ended_at: null, serial: null, failure: null, detail: null },
    ...overrides,
  }),

  listener: (
    overrides: Partial<ResponseOf<typeof getProvisionerListener>> = {},
  ): ResponseOf<typeof getProvisionerListener> => ({
    ...{ enabled: true, url: 'https://vpn.example.com:50056', ca: '-----BEGIN CERTIFICATE-----\nMIIB\n' },
    ...overrides,
  }),
};
