import { changeOwnPassword, getMe, signIn } from '@gatewarden/contract/auth';
import * as calls from '@gatewarden/contract/calls';
import { getDeviceConfig } from '@gatewarden/contract/devices';
import { HttpResponse, http } from 'msw';
import { describe, expect, it } from 'vitest';
import { given } from '../../test/given.ts';
import { failNetwork, refuse, respond, respondWithAlternative } from '../../test/respond.ts';
import { server } from '../../test/server.ts';
import { ApiError } from './api-error.ts';
import { call, callForOutcome } from './call.ts';

const credentials = { username: 'ada', password: 'Secret-1' };

/** What the call was refused with. */
async function refusal(promise: Promise<unknown>): Promise<ApiError> {
  const error = await promise.then(
    () => undefined,
    (cause: unknown) => cause,
  );
  if (!(error instanceof ApiError)) throw new Error(`not refused: ${String(error)}`);
  return error;
}

describe('a call', () => {
  it('sends its body as JSON and gives the answer', async () => {
    server.use(respond(signIn, ({ body }) => ({ user: given.user({ username: body.username }), url: null })));
    const answer = await call(calls.signIn, { body: credentials });
    expect(answer.user.username).toBe('ada');
  });

  it('tells the second kind of success from the usual one', async () => {
    const methods = { mfa_method: 'Email', totp_available: false, webauthn_available: false, email_available: true };
    server.use(respondWithAlternative(signIn, methods));
    expect(await callForOutcome(calls.signIn, { body: credentials })).toEqual({ kind: 'alternative', body: methods });
  });

  it('gives text where the endpoint answers with text', async () => {
    server.use(respond(getDeviceConfig, '[Interface]\n'));
    expect(await call(calls.getDeviceConfig, { params: { networkId: 1, deviceId: 2 } })).toBe('[Interface]\n');
  });

  it('says which fields were refused and why', async () => {
    const fields = [{ field: 'new_password', rule: 'password_digit', msg: 'Must contain a digit' }];
    server.use(refuse(changeOwnPassword, 422, 'invalid_input', { field: 'new_password', fields }));
    const error = await refusal(call(calls.changeOwnPassword, { body: { old_password: 'a', new_password: 'b' } }));
    expect(error).toMatchObject({ status: 422, code: 'invalid_input', field: 'new_password', fields });
  });

  it('knows a server that does not answer', async () => {
    server.use(failNetwork(getMe));
    expect(await refusal(call(calls.getMe))).toMatchObject({ status: 0, code: 'network_unreachable' });
  });

  it('takes a proxy’s own error page for what it is', async () => {
    server.use(http.get('*/api/v1/me', () => HttpResponse.html('<h1>Bad gateway</h1>', { status: 502 })));
    expect(await refusal(call(calls.getMe))).toMatchObject({ status: 502, code: 'unexpected_answer' });
  });

  it('does not take a page for an answer', async () => {
    server.use(http.get('*/api/v1/me', () => HttpResponse.html('<html></html>')));
    expect(await refusal(call(calls.getMe))).toMatchObject({ status: 200, code: 'unexpected_answer' });
  });

  it('reads a code it does not know by its status', async () => {
    server.use(
      http.get('*/api/v1/me', () => HttpResponse.json({ msg: 'x', code: 'from_the_future' }, { status: 403 })),
    );
    expect(await refusal(call(calls.getMe))).toMatchObject({ status: 403, code: 'access_denied' });
  });

  it('that was given up is no failure of the network', async () => {
    server.use(respond(getMe, () => new Promise(() => undefined)));
    const controller = new AbortController();
    const pending = call(calls.getMe, { signal: controller.signal });
    controller.abort();
    await expect(pending).rejects.toMatchObject({ name: 'AbortError' });
  });
});
