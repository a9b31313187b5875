import { expect, it } from 'vitest';
import { suggestPort } from './suggest-port.ts';

it('suggests the usual port of WireGuard, and the next where another location of the same host has it', () => {
  const others = [
    { endpoint: 'vpn.example.com', port: 51820 },
    { endpoint: 'vpn.example.com', port: 51821 },
    { endpoint: 'elsewhere.example.com', port: 51822 },
  ];
  expect(suggestPort('vpn.example.org', others)).toBe(51820);
  expect(suggestPort('vpn.example.com', others)).toBe(51822);
});
