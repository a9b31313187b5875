import { expect, it } from 'vitest';
import { allTraffic, isAllTraffic, networksBehind, routesTo } from './routed-networks.ts';

const address = ['10.1.0.1/24', 'fd00:1::1/64'];

it('separates the networks behind the gateway from those of the VPN', () => {
  const routes = ['10.1.0.0/24', '192.168.0.0/16', 'fd00:1::/64', 'nonsense'];
  expect(networksBehind(routes, address)).toEqual(['192.168.0.0/16', 'nonsense']);
  expect(routesTo(['192.168.0.0/16'], address)).toEqual(['192.168.0.0/16', '10.1.0.0/24', 'fd00:1::/64']);
});

it('recognizes routes for all traffic', () => {
  expect(isAllTraffic(allTraffic)).toBe(true);
  expect(isAllTraffic(['0.0.0.0/0'])).toBe(true);
  expect(isAllTraffic(['10.0.0.0/8'])).toBe(false);
});
