import { expect, it } from 'vitest';
import { joinCommand } from './join-command.ts';

it.each([
  ['https://enroll.example.com/', '--url https://enroll.example.com --token T'],
  ['http://vpn.example.com:8080/', '--url http://vpn.example.com:8080 --token T --allow-http'],
  ['http://localhost:8080/', '--url http://localhost:8080 --token T'],
])('joins at %s', (url, options) => {
  expect(joinCommand({ enrollment_url: url, enrollment_token: 'T' })).toBe(`npm run device -- join ${options}`);
});
