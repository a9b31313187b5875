import type { EdgeResponseOf } from '@gatewarden/contract/edge-endpoint';
import * as contract from '@gatewarden/contract/enrollment.edge';
import { DomainError } from '@gatewarden/contract/errors';
import type { EdgeRouter } from '../../platform/http/edge-calls.ts';
import type { ClientDevices } from '../devices/index.ts';
import { enrollmentEdgeErrors } from './edge-errors.ts';
import type { EnrollmentFactors } from './enrollment-factors.ts';
import type { EnrollmentPasskeys } from './enrollment-passkeys.ts';
import type { EnrollmentSessions, Visitor } from './enrollment-sessions.ts';
import type { PresentInstance } from './present-instance.ts';

interface Dependencies {
  readonly sessions: EnrollmentSessions;
  readonly factors: EnrollmentFactors;
  readonly passkeys: EnrollmentPasskeys;
  readonly clientDevices: ClientDevices;
  readonly presentInstance: PresentInstance;
  /** Adds a request of a stranger, in the same time for every address. @throws rate_limited */
  readonly requestReset: (email: string, visitor: Visitor) => Promise<void>;
  /** Whether the VPN module is switched on. */
  readonly isVpnEnabled: () => Promise<boolean>;
  readonly readEdge: () => Promise<EdgeResponseOf<typeof contract.readEdge>>;
  readonly now: () => Date;
}

const unixSeconds = (date: Date) => Math.floor(date.getTime() / 1000);

/** What clients and pages of the edge call for people who are not signed in, with the fields of wire §13. */
export function addEnrollmentCalls(router: EdgeRouter, dependencies: Dependencies): void {
  const { requestReset, readEdge } = dependencies;
  router.addErrors(enrollmentEdgeErrors);
  router.add(contract.readEdge, async () => ({ body: await readEdge() }));
  addSessionCalls(router, dependencies);
  addPasskeyCalls(router, dependencies);
  addDeviceCalls(router, dependencies);
  router.add(contract.requestPasswordReset, async ({ body, ip, userAgent }) => {
    await requestReset(body.email, { ip, userAgent, language: body.language });
    return { body: {} };
  });
  const { sessions } = dependencies;
  router.add(contract.startPasswordReset, async ({ body, ip, userAgent }) => {
    const { endsAt } = await sessions.startReset(body.token, { ip, userAgent, language: body.language });
    return { session: { token: body.token, expiresAt: endsAt }, body: { deadline_timestamp: unixSeconds(endsAt) } };
  });
  router.add(contract.checkPasswordReset, async ({ body }) => {
    await sessions.checkReset(body.token);
    return { body: {} };
  });
  router.add(contract.resetPassword, async ({ body, session, ip, userAgent }) => {
    await sessions.resetPassword(session, body.password, { ip, userAgent });
    return { session: null, body: {} };
  });
}

function addSessionCalls(
  router: EdgeRouter,
  { sessions, factors, passkeys, clientDevices, presentInstance, isVpnEnabled, now }: Dependencies,
): void {
  router.add(contract.startSession, async ({ body, ip, userAgent }) => {
    const network = await clientDevices.startNetworkDevice(body.token);
    if (network) {
      if (!(await isVpnEnabled())) throw new DomainError('module_disabled');
      return {
        session: { token: body.token, expiresAt: network.expiresAt },
        body: await presentInstance.ofNetworkDevice(network),
      };
    }
    const started = await sessions.start(body.token, { ip, userAgent, language: body.language });
    return {
      session: { token: body.token, expiresAt: started.session.endsAt },
      body: await presentInstance.ofPerson(started),
    };
  });
  router.add(contract.readSession, async ({ session: token = '' }) => {
    const { session, user, issuer } = await sessions.read(token);
    return {
      body: {
        ...(await presentInstance.ofPerson({ session, user, issuer })),
        kind: session.kind === 'client' ? ('client' as const) : ('enrollment' as const),
        token,
        seconds_left: Math.max(0, Math.floor((session.endsAt.getTime() - now().getTime()) / 1000)),
        has_second_factor: await factors.hasOne(user.id),
        needs_second_factor: await factors.isNeeded(user.id),
        is_vpn_enabled: await isVpnEnabled(),
        passkey: passkeys.place() ?? null,
      },
    };
  });
  router.add(contract.activateUser, async ({ body, session, ip, userAgent }) => {
    const { phone_number: phone = null, password, continue_with: token } = body;
    const chosen = { phone, password, language: body.language, continueWith: token };
    const continued = await sessions.activate(session, chosen, { ip, userAgent });
    return { session: token && continued ? { token, expiresAt: continued.endsAt } : null, body: {} };
  });
  router.add(contract.finishSession, async ({ session }) => {
    await sessions.finish(session);
    return { session: null, body: {} };
  });
  router.add(contract.startFactor, async ({ body, session }) => ({
    body: { totp_secret: await factors.start(session, body.method) },
  }));
  router.add(contract.finishFactor, async ({ body, session, ip, userAgent }) => ({
    body: { recovery_codes: await factors.finish(session, body, { ip, userAgent }) },
  }));
  router.add(contract.replaceLostCodes, async ({ session, ip, userAgent }) => ({
    body: { recovery_codes: await factors.replaceCodes(session, { ip, userAgent }) },
  }));
}

function addPasskeyCalls(router: EdgeRouter, { passkeys }: Dependencies): void {
  router.add(contract.startPasskey, async ({ session }) => ({ body: await passkeys.offer(session) }));
  router.add(contract.finishPasskey, async ({ body, session, ip, userAgent }) => {
    const { phone_number: phone = null, name, rpkc: response, continue_with: token } = body;
    const created = { phone, name, response, language: body.language, continueWith: token };
    const { codes, endsAt } = await passkeys.add(session, created, { ip, userAgent });
    return { session: { token, expiresAt: endsAt }, body: { recovery_codes: codes } };
  });
  router.add(contract.handOverPasskey, async ({ body, session }) => {
    const wanted = { phone: body.phone_number ?? null, language: body.language };
    return { body: { url: await passkeys.handOver(session, wanted) } };
  });
}

function addDeviceCalls(
  router: EdgeRouter,
  { sessions, clientDevices, presentInstance, isVpnEnabled }: Dependencies,
): void {
  /** As the calls of the console. @throws module_disabled */
  const requireVpn = async () => {
    if (!(await isVpnEnabled())) throw new DomainError('module_disabled');
  };
  router.add(contract.createClientDevice, async ({ body, session, ip, userAgent }) => {
    await requireVpn();
    const client = { ip, userAgent };
    // the name is that of the administrator, so the one that the client sends is ignored
    const network = await clientDevices.configureNetworkDevice(session, body.pubkey, client);
    if (network) return { session: null, body: await presentInstance.device(network) };
    const { deviceId } = await sessions.addDevice(session, { name: body.name, publicKey: body.pubkey }, client);
    return { body: await presentInstance.device(await clientDevices.renewPollToken(deviceId)) };
  });
  router.add(contract.readClientDevice, async ({ body, session, ip, userAgent }) => {
    await requireVpn();
    const network = await clientDevices.configureNetworkDevice(session, body.pubkey, { ip, userAgent });
    if (network) return { session: null, body: await presentInstance.device(network) };
    const { user } = await sessions.read(session);
    const id = await clientDevices.findOwnDevice(user.id, body.pubkey);
    return { body: await presentInstance.device(await clientDevices.renewPollToken(id)) };
  });
  router.add(contract.registerMobile, async ({ body, session, ip, userAgent }) => {
    const keys = { authKey: body.auth_pub_key, deviceKey: body.device_pub_key };
    await sessions.registerPhone(session, keys, { ip, userAgent });
    return { body: {} };
  });
  router.add(contract.pollDevice, async ({ body, userAgent, hasContent }) => {
    const { id, fingerprint } = await clientDevices.identify(body.token, userAgent);
    // of content that is at least as new as the fingerprint
    const tag = presentInstance.tagOf(fingerprint);
    if (hasContent(tag)) return { tag };
    await requireVpn();
    return { tag, body: { device_config: await presentInstance.device(await clientDevices.read(id)) } };
  });
}
