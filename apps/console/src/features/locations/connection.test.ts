import type { GatewayStatus } from '@gatewarden/contract/gateways';
import { expect, it } from 'vitest';
import { connectionOf } from './connection.ts';

const gateway = (overrides: Partial<GatewayStatus>) =>
  ({ connected: false, revoked: false, last_error: null, ...overrides }) as GatewayStatus;

it('counts the connected gateways in service', () => {
  const [up, down] = [gateway({ connected: true }), gateway({})];
  expect(connectionOf([])).toMatchObject({ kind: 'missing', total: 0 });
  expect(connectionOf([down, down])).toMatchObject({ kind: 'none', connected: 0, total: 2 });
  expect(connectionOf([up, down])).toMatchObject({ kind: 'some', connected: 1, total: 2 });
  expect(connectionOf([up, up])).toMatchObject({ kind: 'all', connected: 2, total: 2 });
});

it('ignores revoked gateways', () => {
  const revoked = gateway({ revoked: true, last_error: 'refused' });
  expect(connectionOf([revoked])).toMatchObject({ kind: 'missing', faulty: 0 });
  expect(connectionOf([gateway({ connected: true }), revoked])).toMatchObject({ kind: 'all', total: 1 });
});

it('counts gateways with errors', () => {
  expect(connectionOf([gateway({ connected: true, last_error: 'no room' })])).toMatchObject({ kind: 'all', faulty: 1 });
});
