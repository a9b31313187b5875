import { DomainError, type ErrorCode } from '@gatewarden/contract/errors';
import { finishOpenid } from '@gatewarden/contract/openid.edge';
import { bySystem, type Origin } from '../../platform/actor.ts';
import { type Database, inTransaction, type Tx } from '../../platform/database/database.ts';
import type { Events } from '../../platform/events/events.ts';
import type { EdgeError, EdgeRouter } from '../../platform/http/edge-calls.ts';
import { type Restrictions, requireDeviceManagement } from '../devices/index.ts';
import { answerOfCall, type EdgeAnswer, type EdgeSignIn, openidRefusals } from '../identity-providers/index.ts';
import { findUserById, toUserSnapshot } from '../users/index.ts';
import type { AccountTokens, IssuedToken } from './account-tokens.ts';
import './enrollment.events.ts';
import { type Client, originOf } from './session-steps.ts';

/** People who sign in at an OpenID provider in place of a token of an administrator. Interface reference, wire §12.2. */
export interface ExternalEnrollment {
  /**
   * Signs in or creates the account as the console does, and issues a token with which a client adds a device. Nothing is
   * changed if it fails.
   * @throws as `EdgeSignIn.redeem` and `EdgeSignIn.identify`; openid_account_exists, openid_account_disabled,
   * openid_second_factor_needed, device_management_restricted, module_disabled
   */
  finish(answer: EdgeAnswer, client: Client): Promise<IssuedToken>;
}

interface Dependencies {
  readonly db: Database;
  readonly events: Events;
  readonly tokens: AccountTokens;
  readonly signIn: EdgeSignIn;
  readonly restrictions: (tx?: Tx) => Promise<Restrictions>;
  readonly isVpnEnabled: () => Promise<boolean>;
}

type Redeemed = Awaited<ReturnType<EdgeSignIn['redeem']>>;

export function createExternalEnrollment(dependencies: Dependencies): ExternalEnrollment {
  const { db, events, tokens, signIn, restrictions, isVpnEnabled } = dependencies;

  async function issue(tx: Tx, origin: Origin, redeemed: Redeemed, client: Client) {
    const found = await signIn.identify(tx, origin, redeemed);
    if ('code' in found) return found;
    // a device gives the access for which the console asks for both
    if (await signIn.requiresSecondFactor(tx, found, redeemed)) throw new DomainError('openid_second_factor_needed');
    const user = (await findUserById(tx, found.user.id)) ?? found.user;
    requireDeviceManagement({ isAdmin: user.is_admin }, await restrictions(tx));
    // one with which a password is set would admit its holder after the provider no longer does
    const issued = await tokens.issue(tx, 'client', {
      ...{ userId: user.id, actor: { userId: user.id, sessionId: undefined }, email: null },
      externalIdentityId: found.identityId,
    });
    const payload = { user: toUserSnapshot(user), email: null, provider: found.provider.name };
    await events.publish(tx, 'client.token-added', originOf(user, client), payload);
    return issued;
  }

  return {
    async finish(answer, client) {
      const flow = signIn.read('enrollment', answer);
      if (!(await isVpnEnabled())) throw new DomainError('module_disabled');
      const redeemed = await signIn.redeem(flow, answer);
      const origin = { ...bySystem, ip: client.ip, device: client.userAgent };
      const outcome = await inTransaction(db, (tx) => issue(tx, origin, redeemed, client));
      return 'code' in outcome ? signIn.refuse(origin, outcome) : outcome;
    },
  };
}

const internal = { status: 500, text: 'Internal server error' } as const;

/** Wire §12.2: what is refused after the state was read is 500; our pages read the code. */
const errors: Readonly<Partial<Record<ErrorCode, EdgeError>>> = {
  openid_state_invalid: { status: 401, text: 'the sign-in has expired' },
  ...openidRefusals(internal),
  openid_second_factor_needed: internal,
};

export function addExternalEnrollmentCalls(
  router: EdgeRouter,
  { enrollment, edgeUrl }: { readonly enrollment: ExternalEnrollment; readonly edgeUrl: () => string },
): void {
  router.addErrors(errors);
  router.add(finishOpenid, async (call) => {
    const { token } = await enrollment.finish(answerOfCall(call), { ip: call.ip, userAgent: call.userAgent });
    return { openid: null, body: { url: edgeUrl(), token } };
  });
}
