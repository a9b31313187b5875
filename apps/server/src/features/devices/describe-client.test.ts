import { expect, it } from 'vitest';
import { describeClient } from './describe-client.ts';

it.each([
  ['gatewarden-cli/1.2.3', 'gatewarden-cli/1.2.3'],
  [' Client/1.5.2\u0000\u0007 (Linux;\t\u202e x86) ', 'Client/1.5.2 (Linux; x86)'],
  ['\u0000', null],
  ['', null],
  [undefined, null],
  ['😀'.repeat(200), '😀'.repeat(128)],
])('describes the client %j as %j', (agent, expected) => {
  expect(describeClient(agent)).toBe(expected);
});
