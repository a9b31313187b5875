import type { EdgeBodyOf } from '@gatewarden/contract/edge-endpoint';
import type { ErrorCode } from '@gatewarden/contract/errors';
import * as contract from '@gatewarden/contract/location-mfa.edge';
import type { EdgeError, EdgeRouter } from '../../platform/http/edge-calls.ts';
import type { ApprovalWaits } from './approval-waits.ts';
import type { ConnectAttempts } from './connect-attempts.ts';
import type { Proof } from './connect-proofs.ts';
import type { AttemptMethod } from './location-mfa.queries.ts';

/** Numbers of the interface (wire §11.1), and from 100 on our own (decision 24). */
const methods: ReadonlyMap<number, AttemptMethod> = new Map([
  [0, 'totp'],
  [1, 'email'],
  [2, 'external'],
  [3, 'biometric'],
  [4, 'mobile_approve'],
  [100, 'browser'],
]);

/** Statuses and texts of wire §16 and §18. */
const errors: Readonly<Partial<Record<ErrorCode, EdgeError>>> = {
  location_not_found: { status: 400, text: 'location not found' },
  device_not_found: { status: 400, text: 'the device does not exist' },
  mail_delayed: { status: 500, text: 'the mail server does not accept mails' },
  connect_location_unprotected: { status: 400, text: 'the location requires no second factor' },
  connect_method_unavailable: { status: 400, text: 'selected MFA method not available' },
  connect_refused: { status: 401, text: 'unauthorized' },
  connect_token_invalid: { status: 400, text: 'invalid token', isGuess: true },
  connect_attempt_missing: { status: 400, text: 'login session not found', isGuess: true },
  connect_pending: { status: 428, text: 'the sign-in in the browser is not finished' },
  code_wrong: { status: 401, text: 'unauthorized' },
  login_locked: { status: 401, text: 'unauthorized' },
};

/** Wire §16.5. */
const waitErrors: typeof errors = {
  connect_token_invalid: { status: 401, text: 'unauthorized', isGuess: true },
  connect_attempt_missing: { status: 401, text: 'unauthorized', isGuess: true },
  connect_refused: { status: 401, text: 'unauthorized' },
};

/** What clients call before they connect. */
export function addConnectCalls(router: EdgeRouter, attempts: ConnectAttempts, waits: ApprovalWaits): void {
  router.addErrors(errors);
  router.add(contract.startConnect, async ({ body, ip, userAgent }) => {
    const { location_id: locationId, pubkey: publicKey, method } = body;
    const wanted = { locationId, publicKey, method: methods.get(method) };
    return { body: await attempts.start(wanted, { ip, userAgent }) };
  });
  router.add(contract.finishConnect, async ({ body, ip, userAgent }) => {
    const { key, method } = await attempts.finish(body.token, proofOf(body), { ip, userAgent });
    const token = method === 'mobile_approve' ? body.token : null;
    return { body: { preshared_key: key.toString('base64'), token } };
  });
  router.add(contract.approveConnect, async ({ body, ip, userAgent }) => {
    await attempts.approve(body.token, proofOf(body), { ip, userAgent });
    return { body: {} };
  });
  router.addWait(contract.waitForApproval, waitErrors, async ({ query, signal }) => {
    const { key } = await waits.begin(query.token, signal);
    return {
      message: key.then((found) => found && { type: 'mfa_success', preshared_key: found.toString('base64') }),
    };
  });
}

function proofOf({ code, auth_pub_key }: EdgeBodyOf<typeof contract.finishConnect>): Proof {
  return { code: code ?? undefined, authKey: auth_pub_key ?? undefined };
}
