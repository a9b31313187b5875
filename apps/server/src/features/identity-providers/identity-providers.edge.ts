import type { EdgeBodyOf } from '@gatewarden/contract/edge-endpoint';
import type { ErrorCode } from '@gatewarden/contract/errors';
import type * as contract from '@gatewarden/contract/openid.edge';
import { startOpenid } from '@gatewarden/contract/openid.edge';
import type { EdgeCall, EdgeError, EdgeRouter } from '../../platform/http/edge-calls.ts';
import type { EdgeAnswer, EdgeSignIn } from './edge-sign-in.ts';

/** A device whose owner signs in at a provider to connect it. */
export interface PendingConnection {
  readonly device: string;
  readonly location: string;
  readonly userId: number;
}

/** @throws connect_token_invalid, connect_attempt_missing, connect_refused */
export type FindPendingConnection = (token: string) => Promise<PendingConnection>;

const internal: EdgeError = { status: 500, text: 'Internal server error' };

/** The answer to a sign-in that is refused after its state was read, whatever the reason. */
export function openidRefusals(answer: EdgeError): Readonly<Partial<Record<ErrorCode, EdgeError>>> {
  return {
    openid_provider_not_found: answer,
    openid_provider_unreachable: answer,
    openid_answer_invalid: answer,
    openid_code_refused: answer,
    openid_sign_in_stale: answer,
    openid_email_missing: answer,
    openid_name_missing: answer,
    openid_account_unknown: answer,
    openid_account_disabled: answer,
    openid_account_exists: answer,
    openid_username_unavailable: answer,
    edge_disabled: internal,
  };
}

/** Wire §12.2: what else fails is 500 there. */
const errors: Readonly<Partial<Record<ErrorCode, EdgeError>>> = {
  openid_provider_not_found: { status: 400, text: 'no OpenID provider' },
  openid_provider_unreachable: internal,
  openid_answer_invalid: internal,
  edge_disabled: internal,
  rate_limited: { status: 429, text: 'too many requests' },
  connect_refused: { status: 401, text: 'unauthorized' },
  connect_token_invalid: { status: 400, text: 'invalid token', isGuess: true },
  connect_attempt_missing: { status: 400, text: 'login session not found', isGuess: true },
};

export function addOpenidCalls(
  router: EdgeRouter,
  {
    signIn,
    findPendingConnection,
  }: { readonly signIn: EdgeSignIn; readonly findPendingConnection: FindPendingConnection },
): void {
  router.addErrors(errors);
  router.add(startOpenid, async ({ body, ip }) => {
    const { type, state } = body;
    const token = type === 'mfa' ? (state ?? '') : '';
    const connection = type === 'mfa' ? await findPendingConnection(token) : undefined;
    const wanted = { type, token, provider: body.provider ?? undefined, userId: connection?.userId, ip };
    const { url, provider, openid } = await signIn.begin(wanted);
    const shown = connection && { device: connection.device, location: connection.location };
    return {
      openid,
      body: { url, button_display_name: provider.display_name, connection: shown ?? null },
    };
  });
}

/** What a call that finishes a sign-in received. */
export function answerOfCall({
  body: { code, state, iss },
  openid,
  ip,
}: Pick<EdgeCall<EdgeBodyOf<typeof contract.finishOpenid>>, 'body' | 'openid' | 'ip'>): EdgeAnswer {
  return { code, state, iss: iss ?? undefined, openid, ip };
}
