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

/** Error of a refused call. */
async function refusal(promise: Promise<unknown>): Promise<ApiError> {
  const error = await promise.then(
    () => undefined,
    (cause: unknown) => cause,
  );
  if (!(error instanceof ApiError)) throw new Error(`not refused: ${String(error)}`);
  return error;
}

describe('call', () => {
  it('sends its body as JSON and returns the response', async () => {
    server.use(respond(signIn, ({ body }) => ({ user: given.user({ username: body.username }), url: null })));
    const answer = await call(calls.signIn, { body: credentials });
    expect(answer.user.username).toBe('ada');
  });

  it('distinguishes the alternative success from the usual one', async () => {
    const methods = { mfa_method: 'Email', totp_available: false, webauthn_available: false, email_available: true };
    server.use(respondWithAlternative(signIn, methods));
    expect(await callForOutcome(calls.signIn, { body: credentials })).toEqual({ kind: 'alternative', body: methods });
  });

  it('returns text if the endpoint responds with text', async () => {
    server.use(respond(getDeviceConfig, '[Interface]\n'));
    expect(await call(calls.getDeviceConfig, { params: { networkId: 1, deviceId: 2 } })).toBe('[Interface]\n');
  });

  it('reports which fields were refused and why', async () => {
    const fields = [{ field: 'new_password', rule: 'password_digit', msg: 'Must contain a digit' }];
    server.use(refuse(changeOwnPassword, 422, 'invalid_input', { field: 'new_password', fields }));
    const error = await refusal(call(calls.changeOwnPassword, { body: { old_password: 'a', new_password: 'b' } }));
    expect(error).toMatchObject({ status: 422, code: 'invalid_input', field: 'new_password', fields });
  });

  it('reports an unreachable server', async () => {
    server.use(failNetwork(getMe));
    expect(await refusal(call(calls.getMe))).toMatchObject({ status: 0, code: 'network_unreachable' });
  });

  it('reports an answer that breaks off as a failure of the network', async () => {
    const body = new ReadableStream({
      start(controller) {
        controller.enqueue(new TextEncoder().encode('[{"id":1},'));
        controller.error(new TypeError('terminated'));
      },
    });
    server.use(http.get('*/api/v1/me', () => new HttpResponse(body)));
    expect(await refusal(call(calls.getMe))).toMatchObject({ status: 0, code: 'network_unreachable' });
  });

  it.each([{ fields: 'name' }, { fields: { a: 1 } }, { details: 'text' }])(
    'ignores parts of a refusal that have another shape: %j',
    async (part) => {
      const body = { msg: 'x', code: 'invalid_input', ...part };
      server.use(http.get('*/api/v1/me', () => HttpResponse.json(body, { status: 422 })));
      expect(await refusal(call(calls.getMe))).toMatchObject({ code: 'invalid_input', fields: [], details: {} });
    },
  );

  it('reports an error page of a proxy as unexpected', async () => {
    server.use(http.get('*/api/v1/me', () => HttpResponse.html('<h1>Bad gateway</h1>', { status: 502 })));
    expect(await refusal(call(calls.getMe))).toMatchObject({ status: 502, code: 'unexpected_answer' });
  });

  it('reports a page with status 200 as unexpected', async () => {
    server.use(http.get('*/api/v1/me', () => HttpResponse.html('<html></html>')));
    expect(await refusal(call(calls.getMe))).toMatchObject({ status: 200, code: 'unexpected_answer' });
  });

  it('maps an unknown code by its status', async () => {
    server.use(
      http.get('*/api/v1/me', () => HttpResponse.json({ msg: 'x', code: 'from_the_future' }, { status: 403 })),
    );
    expect(await refusal(call(calls.getMe))).toMatchObject({ status: 403, code: 'access_denied' });
  });

  it('does not report an aborted request as a network failure', async () => {
    server.use(respond(getMe, () => new Promise(() => undefined)));
    const controller = new AbortController();
    const pending = call(calls.getMe, { signal: controller.signal });
    controller.abort();
    await expect(pending).rejects.toMatchObject({ name: 'AbortError' });
  });
});
