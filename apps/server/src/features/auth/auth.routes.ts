import * as contract from '@gatewarden/contract/auth';
import * as mfaContract from '@gatewarden/contract/mfa';
import { signInWithSecurityKey } from '@gatewarden/contract/security-keys';
import type { Actor } from '../../platform/actor.ts';
import { toNaive } from '../../platform/http/naive-timestamp.ts';
import type { Call, Router } from '../../platform/http/router.ts';
import { preferredLanguage } from '../mail/index.ts';
import { type OwnPassword, presentUser, type UsersService } from '../users/index.ts';
import type { AuthService } from './auth.service.ts';
import { readBrowserToken, setBrowserCookie } from './browser-cookie.ts';
import type { OwnSessions } from './own-sessions.ts';
import type { Proof } from './second-step.ts';
import type { SessionCookie } from './session-cookie.ts';
import type { OwnSessionRow } from './sessions.queries.ts';
import type { AnswerSignIn } from './sign-in-answer.ts';

interface Dependencies {
  readonly auth: AuthService;
  readonly sessions: OwnSessions;
  readonly users: Pick<UsersService, 'changeOwnPassword'>;
  readonly ownPassword: OwnPassword;
  readonly sessionCookie: SessionCookie;
  readonly answerSignIn: AnswerSignIn;
}

export function addAuthRoutes(
  router: Router,
  { auth, sessions, users, ownPassword, sessionCookie, answerSignIn }: Dependencies,
): void {
  router.add(contract.signIn, async ({ origin, body, cookies, acceptLanguage, disconnectSignal }) => {
    const outcome = await auth.signIn(origin, {
      login: body.username,
      password: body.password,
      formerToken: sessionCookie.readTokens(cookies.header)[0],
      browserToken: readBrowserToken(cookies),
      language: preferredLanguage(acceptLanguage),
      disconnectSignal: disconnectSignal(),
    });
    return answerSignIn(cookies, outcome);
  });
  router.add(mfaContract.signInWithTotp, (call) => prove(call, { method: 'TOTP', code: call.body.code }));
  router.add(mfaContract.signInWithEmail, (call) => prove(call, { method: 'Email', code: call.body.code }));
  router.add(mfaContract.signInWithRecoveryCode, (call) =>
    prove(call, { method: 'recovery code', code: call.body.code }),
  );
  router.add(signInWithSecurityKey, (call) => prove(call, { method: 'WebAuthn', response: call.body }));
  router.add(mfaContract.proveWithPassword, async ({ actor, origin, body }) => {
    await auth.proveWithPassword(actor, origin, body.password);
    return {};
  });
  router.add(contract.signOut, async ({ actor, origin, cookies }) => {
    await auth.signOut(origin, actor);
    sessionCookie.clear(cookies);
    return null;
  });
  router.add(contract.getMe, async ({ actor }) => presentUser(await auth.getUser(actor)), { withUser: true });
  router.add(contract.changeOwnPassword, async ({ actor, origin, body }) => {
    const replaces = await auth.confirmPassword(actor, origin, body.old_password);
    await users.changeOwnPassword(actor, origin, {
      password: body.new_password,
      revokesApiTokens: body.revoke_api_tokens,
      replaces,
    });
    return {};
  });

  router.add(contract.removeOwnPassword, async ({ actor, origin }) => {
    await ownPassword.remove(actor, origin);
    return null;
  });
  router.add(contract.setOwnPassword, async ({ actor, origin, body }) => {
    await ownPassword.set(actor, origin, body.new_password);
    return {};
  });

  router.add(contract.listSessions, async ({ actor, params }) =>
    (await sessions.list(params.username)).map((session) => presentSession(session, actor)),
  );
  router.add(contract.endSession, async ({ origin, params }) => {
    await sessions.end(origin, params.username, params.id);
    return null;
  });
  router.add(contract.endSessions, async ({ actor, origin, params }) => {
    await sessions.endOthers(actor, origin, params.username);
    return null;
  });

  type StepCall = Pick<Call<typeof contract.signOut>, 'actor' | 'origin' | 'cookies'>;
  async function prove({ actor, origin, cookies }: StepCall, proof: Proof) {
    const { user, tokens } = await auth.proveSecondFactor(actor, origin, proof, readBrowserToken(cookies));
    if (tokens) {
      sessionCookie.set(cookies, tokens.token);
      setBrowserCookie(cookies, tokens.browserToken, sessionCookie);
    }
    return { user: presentUser(user), url: null };
  }
}

function presentSession(session: OwnSessionRow, actor: Actor): contract.Session {
  const { id, device, ip, created_at, last_used_at } = session;
  return {
    id,
    device,
    ip,
    created_at: toNaive(created_at),
    last_used_at: toNaive(last_used_at),
    is_current: id === actor.sessionId,
  };
}
