import type { BodyOf } from '@gatewarden/contract/endpoint';
import * as contract from '@gatewarden/contract/enrollment';
import * as passkeyContract from '@gatewarden/contract/enrollment-passkeys';
import { fullName } from '@gatewarden/net/full-name';
import { toNaive } from '../../platform/http/naive-timestamp.ts';
import type { Router } from '../../platform/http/router.ts';
import type { InvitationRow } from './account-tokens.queries.ts';
import type { ConsolePasskeys } from './enrollment-passkeys.ts';
import type { Invitations, Notification } from './invitations.ts';

interface Services {
  readonly invitations: Invitations;
  readonly passkeys: ConsolePasskeys;
  /** @throws edge_disabled */
  readonly edgeUrl: () => string;
}

export function addEnrollmentRoutes(router: Router, { invitations, passkeys, edgeUrl }: Services): void {
  router.add(contract.startEnrollment, async ({ actor, origin, params, body }) => {
    const { token } = await invitations.startEnrollment(actor, origin, params.username, notificationOf(body));
    return { enrollment_token: token, enrollment_url: edgeUrl() };
  });
  router.add(contract.startDesktop, async ({ actor, origin, params, body }) => {
    const { token } = await invitations.startClient(actor, origin, params.username, notificationOf(body));
    return { enrollment_token: token, enrollment_url: edgeUrl() };
  });
  router.add(contract.resetUserPassword, async ({ actor, origin, params }) => {
    await invitations.sendPasswordReset(actor, origin, params.username);
    return null;
  });
  router.add(contract.listInvitations, async () => (await invitations.list()).map(presentInvitation));
  router.add(contract.withdrawInvitation, async ({ origin, params }) => {
    await invitations.withdraw(origin, params.id);
    return {};
  });
  router.add(passkeyContract.openPasskeyHandOver, async ({ body }) => {
    const { user, returnUrl: return_url } = await passkeys.open(body.token);
    const { first_name, last_name, username } = user;
    return { first_name, last_name, username, return_url };
  });
  router.add(passkeyContract.startEnrollmentPasskey, ({ body }) => passkeys.offer(body.token));
  router.add(passkeyContract.addEnrollmentPasskey, async ({ origin, body }) => {
    const { token, name, rpkc: response, continue_with: continueWith } = body;
    const client = { ip: origin.ip, userAgent: origin.device };
    return { codes: await passkeys.add(token, { name, response, continueWith }, client) };
  });
}

function notificationOf(body: BodyOf<typeof contract.startEnrollment>): Notification {
  const { send_enrollment_notification: isSent, email, language, default_language: defaultLanguage } = body;
  return { isSent, email, language, defaultLanguage };
}

function presentInvitation({ issuer_first_name, issuer_last_name, ...row }: InvitationRow) {
  const issuer = { first_name: issuer_first_name, last_name: issuer_last_name };
  return {
    ...row,
    issued_by_name: fullName(issuer) || row.issued_by,
    issued_at: toNaive(row.issued_at),
    expires_at: toNaive(row.expires_at),
    started_at: row.started_at && toNaive(row.started_at),
  };
}
