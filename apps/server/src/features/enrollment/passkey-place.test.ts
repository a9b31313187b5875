import { expect, it } from 'vitest';
import { passkeyPlaceOf } from './passkey-place.ts';

it.for([
  ['https://vpn.example.com', 'https://vpn.example.com:8443', 'edge'],
  ['https://vpn.example.com', 'https://enroll.vpn.example.com', 'edge'],
  ['https://vpn.example.com', 'https://enroll.example.com', 'console'],
  ['https://vpn.example.com', 'https://evilvpn.example.com', 'console'],
  ['https://vpn.example.com', 'https://203.0.113.7', 'console'],
  ['http://localhost:8000', 'http://localhost:8080', 'edge'],
  ['http://localhost:8000', 'http://127.0.0.1:8080', 'console'],
  ['http://vpn.example.com', 'http://vpn.example.com:8080', undefined],
  ['https://203.0.113.7', 'https://203.0.113.7:8080', undefined],
  ['https://[2001:db8::1]', 'https://[2001:db8::1]:8080', undefined],
] as const)('with the console at %s and the edge at %s: %s', ([consoleUrl, edgeUrl, place]) => {
  expect(passkeyPlaceOf({ consoleUrl, edgeUrl })).toBe(place);
});
