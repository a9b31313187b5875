import { expect, it } from 'vitest';
import { DeviceConfig } from './device-config.ts';

const valid = {
  ...{ network_name: 'Warsaw', assigned_ip: '10.1.0.2,fd00::2', endpoint: 'vpn.example.com:51820' },
  ...{ pubkey: 'YEocP0e2o1WT5GlvBvQzVF7EeR6z9aCk+ZdZ5NKEuXA=', allowed_ips: '10.0.0.0/8,fd00::/64' },
  ...{ dns: '10.1.0.1, example.internal', keepalive_interval: 25 },
};

it('reads what a tunnel needs', () => {
  expect(DeviceConfig.parse({ ...valid, config: 'ignored' })).toEqual({
    ...valid,
    assigned_ip: ['10.1.0.2', 'fd00::2'],
    endpoint: { host: 'vpn.example.com', port: 51820 },
    allowed_ips: ['10.0.0.0/8', 'fd00::/64'],
  });
  expect(DeviceConfig.parse({ ...valid, allowed_ips: '', dns: null })).toMatchObject({ allowed_ips: [], dns: null });
});

it.each([
  { assigned_ip: '10.1.0.2\nPostUp = reboot' },
  { assigned_ip: '' },
  { pubkey: 'short' },
  { endpoint: 'vpn.example.com:51820\nPostUp = reboot' },
  { endpoint: 'vpn.example.com' },
  { allowed_ips: '10.0.0.0/8, $(reboot)' },
  { dns: '10.1.0.1; reboot' },
  { dns: '10.1.0.1\nPostUp = reboot' },
  { keepalive_interval: 65_536 },
])('refuses %j, from which wg-quick could run a command or fail', (changes) => {
  expect(DeviceConfig.safeParse({ ...valid, ...changes }).success).toBe(false);
});
