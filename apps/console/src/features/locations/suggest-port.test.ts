import { expect, it } from 'vitest';
import { suggestPort } from './suggest-port.ts';

it('suggests the default port of WireGuard, or the next one that is free on the host', () => {
  const others = [
    { endpoint: 'vpn.example.com', port: 51820 },
    { endpoint: 'vpn.example.com', port: 51821 },
    { endpoint: 'elsewhere.example.com', port: 51822 },
  ];
  expect(suggestPort('vpn.example.org', others)).toBe(51820);
  expect(suggestPort('vpn.example.com', others)).toBe(51822);
});
