import { getMe } from '@gatewarden/contract/auth';
import { stopUser } from '@gatewarden/contract/emergency-stop';
import { getReadiness } from '@gatewarden/contract/info';
import { startTotp } from '@gatewarden/contract/mfa';
import { setUserPassword } from '@gatewarden/contract/users';
import { expect, it } from 'vitest';
import { givenMailServer } from '../../../test/given/mail-codes.ts';
import { replaceInstanceKey } from '../../../test/given/replaced-instance-key.ts';
import { startTestServer } from '../../../test/harness.ts';
import { startSmtpSink } from '../../../test/smtp-sink.ts';

const refusal = { status: 503, body: { code: 'instance_key_replaced' } };

it('is not ready with a former instance key, but still ends access, without the notices', async () => {
  await using sink = await startSmtpSink();
  await using server = await startTestServer();
  const [admin, una, bob] = [await server.given.admin(), await server.given.user(), await server.given.user()];
  await givenMailServer(server, sink);
  await server.database.query(replaceInstanceKey);
  expect(await server.stranger().try(getReadiness, {})).toMatchObject(refusal);
  expect(await admin.try(startTotp, {})).toMatchObject(refusal);
  await admin.call(stopUser, { params: { username: una.username }, body: { disable: false } });
  await admin.call(setUserPassword, {
    params: { username: bob.username },
    body: { new_password: 'Battery-staple-8' },
  });
  for (const stopped of [una, bob]) expect((await stopped.try(getMe, {})).status).toBe(401);
  expect(server.logged()).toContain('a notice was not mailed');
});
