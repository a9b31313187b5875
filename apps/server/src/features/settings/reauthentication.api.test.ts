import { signIn } from '@gatewarden/contract/auth';
import { proveWithPassword, startTotp } from '@gatewarden/contract/mfa';
import { listNotices } from '@gatewarden/contract/notices';
import { getSettings, patchSettings, putSettings } from '@gatewarden/contract/settings';
import { expect, it } from 'vitest';
import { givenProgram } from '../../../test/given/api-tokens.ts';
import { password } from '../../../test/given/given.ts';
import { startTestServer } from '../../../test/harness.ts';
import { openConsole } from '../../../test/live-console.ts';

it('accepts a proof for the minutes of the setting, on every replica', async () => {
  await using server = await startTestServer();
  await using replica = await server.startReplica();
  const admin = await server.given.admin();
  const elsewhere = replica.stranger();
  await elsewhere.call(signIn, { body: { username: admin.username, password } });
  const statuses = async () => [(await admin.try(startTotp, {})).status, (await elsewhere.try(startTotp, {})).status];
  await admin.call(patchSettings, { body: { reauthentication_minutes: 2 } });
  server.clock.advance({ minutes: 1 });
  expect(await statuses()).toEqual([200, 200]);
  server.clock.advance({ minutes: 1 });
  expect(await statuses()).toEqual([403, 403]);
  await admin.call(proveWithPassword, { body: { password } });
  expect(await statuses()).toEqual([200, 403]);
});

it('requires no proof while re-authentication is off, and requires one again once it is on', async () => {
  await using server = await startTestServer();
  const admin = await server.given.admin();
  await admin.call(patchSettings, { body: { reauthentication_minutes: 0 } });
  server.clock.advance({ hours: 24 });
  expect(await admin.try(startTotp, {})).toMatchObject({ status: 200 });
  await admin.call(patchSettings, { body: { reauthentication_minutes: 5 } });
  expect(await admin.try(startTotp, {})).toMatchObject({ status: 403, body: { code: 'proof_required' } });
});

it('requires a recent proof to change how long a proof is valid, not for other settings', async () => {
  await using server = await startTestServer();
  const admin = await server.given.admin();
  const program = await givenProgram(server, admin, { scopes: ['settings:write'] });
  server.clock.advance({ minutes: 16 });
  for (const minutes of [0, 1440]) {
    const body = { instance_name: 'Office', reauthentication_minutes: minutes };
    const whole = { ...(await admin.call(getSettings, {})), ...body, main_logo_url: '', nav_logo_url: '' };
    for (const [caller, code] of [
      [admin, 'proof_required'],
      [program, 'session_required'],
    ] as const) {
      expect(await caller.try(patchSettings, { body })).toMatchObject({ status: 403, body: { code } });
      expect(await caller.try(putSettings, { body: whole })).toMatchObject({ status: 403, body: { code } });
    }
  }
  expect(await admin.call(getSettings, {})).toMatchObject({
    instance_name: 'Gatewarden',
    reauthentication_minutes: 15,
  });
  expect(
    await admin.try(patchSettings, { body: { instance_name: 'Office', reauthentication_minutes: 15 } }),
  ).toMatchObject({
    status: 200,
  });
});

it('applies the environment variable, reports it, and rejects another value', async () => {
  await using server = await startTestServer({ environment: { GATEWARDEN_REAUTHENTICATION_MINUTES: '0' } });
  const admin = await server.given.admin();
  const read = await admin.call(getSettings, {});
  expect(read).toMatchObject({
    reauthentication_minutes: 0,
    settings_from_environment: ['reauthentication_minutes'],
  });
  server.clock.advance({ hours: 1 });
  expect(await admin.try(startTotp, {})).toMatchObject({ status: 200 });
  expect(await admin.try(patchSettings, { body: { reauthentication_minutes: 15 } })).toMatchObject({
    status: 409,
    body: { code: 'setting_from_environment', field: 'reauthentication_minutes' },
  });
  expect(await admin.try(patchSettings, { body: { reauthentication_minutes: 0 } })).toMatchObject({ status: 200 });
  expect(await server.database.query('select changed from settings')).toEqual([{ changed: {} }]);
});

it('leaves the setting unchanged when a client of the interface replaces all settings it knows', async () => {
  await using server = await startTestServer();
  const admin = await server.given.admin();
  await admin.call(patchSettings, { body: { reauthentication_minutes: 30 } });
  const body = { instance_name: 'Office', main_logo_url: '', nav_logo_url: '', smtp_encryption: 'None' } as const;
  await admin.call(putSettings, { body });
  expect(await admin.call(getSettings, {})).toMatchObject({ instance_name: 'Office', reauthentication_minutes: 30 });
});

it('shows administrators a notice while re-authentication is off, by setting or by variable', async () => {
  await using server = await startTestServer();
  const admin = await server.given.admin();
  const kinds = async () => (await admin.call(listNotices, {})).map(({ kind }) => kind);
  expect(await kinds()).not.toContain('reauthentication_off');
  await using console = await openConsole(admin);
  await admin.call(patchSettings, { body: { reauthentication_minutes: 0 } });
  await console.untilStale('notices');
  expect(await kinds()).toContain('reauthentication_off');
  await using replica = await server.startReplica({ GATEWARDEN_REAUTHENTICATION_MINUTES: '15' });
  const elsewhere = replica.stranger();
  await elsewhere.call(signIn, { body: { username: admin.username, password } });
  expect(await elsewhere.call(listNotices, {})).toEqual([]);
});
