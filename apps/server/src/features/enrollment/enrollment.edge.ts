import { DomainError } from '@gatewarden/contract/errors';
import { z } from 'zod';
import type { EdgeRouter } from '../../platform/http/edge-server.ts';
import type { ClientDevices } from '../devices/index.ts';
import type { EnrollmentSessions } from './enrollment-sessions.ts';
import type { PresentInstance } from './present-instance.ts';

interface Dependencies {
  readonly sessions: EnrollmentSessions;
  readonly clientDevices: ClientDevices;
  readonly presentInstance: PresentInstance;
  /** Adds a request of a stranger, in the same time for every address. */
  readonly requestReset: (
    email: string,
    client: { ip: string | undefined; userAgent: string | undefined },
  ) => Promise<void>;
  /** Whether the VPN module is switched on. */
  readonly isVpnEnabled: () => Promise<boolean>;
}

const token = z.string().min(1).max(128);
const password = z.string().max(128);
const key = z.string().max(256);
const Start = z.object({ token });
const Activate = z.object({
  phone_number: z.string().max(64).nullish(),
  password,
  /** Ours: the session does not end, so that other steps can follow. */
  continues: z.boolean().default(false),
});
const NewDevice = z.object({ name: z.string().max(128).default(''), pubkey: key });
const ExistingDevice = z.object({ pubkey: key });
const Email = z.object({ email: z.string().max(254) });
const Password = z.object({ password });

const seconds = (date: Date) => Math.floor(date.getTime() / 1000);

/** What clients and pages of the edge call for people who are not signed in, with the fields of wire §13. */
export function addEnrollmentCalls(router: EdgeRouter, dependencies: Dependencies): void {
  const { sessions, clientDevices, presentInstance, requestReset, isVpnEnabled } = dependencies;

  /** As the calls of the console. @throws module_disabled */
  const requireVpn = async () => {
    if (!(await isVpnEnabled())) throw new DomainError('module_disabled');
  };

  router.post('/enrollment/start', Start, async ({ body, ip, userAgent }) => {
    const network = await clientDevices.startNetworkDevice(body.token);
    if (network) {
      await requireVpn();
      return {
        session: { token: body.token, expiresAt: network.expiresAt },
        body: await presentInstance.ofNetworkDevice(network),
      };
    }
    const started = await sessions.start(body.token, { ip, userAgent });
    return {
      session: { token: body.token, expiresAt: started.session.endsAt },
      body: await presentInstance.ofPerson(started),
    };
  });
  router.post('/enrollment/activate_user', Activate, async ({ body, session, ip, userAgent }) => {
    const { phone_number: phone = null, continues } = body;
    await sessions.activate(session, { phone, password: body.password, continues }, { ip, userAgent });
    return { ...(!continues && { session: null }), body: {} };
  });
  router.post('/enrollment/create_device', NewDevice, async ({ body, session, ip, userAgent }) => {
    await requireVpn();
    const client = { ip, userAgent };
    // the name is that of the administrator, so the one that the client sends is ignored
    const network = await clientDevices.configureNetworkDevice(session, body.pubkey, client);
    if (network) return { session: null, body: await presentInstance.device(network) };
    const { deviceId } = await sessions.addDevice(session, { name: body.name, publicKey: body.pubkey }, client);
    return { body: await presentInstance.device(await clientDevices.renewPollToken(deviceId)) };
  });
  router.post('/enrollment/network_info', ExistingDevice, async ({ body, session, ip, userAgent }) => {
    await requireVpn();
    const network = await clientDevices.configureNetworkDevice(session, body.pubkey, { ip, userAgent });
    if (network) return { session: null, body: await presentInstance.device(network) };
    const { user } = await sessions.read(session);
    const id = await clientDevices.findOwnDevice(user.id, body.pubkey);
    return { body: await presentInstance.device(await clientDevices.renewPollToken(id)) };
  });
  router.post('/poll', Start, async ({ body }) => {
    await requireVpn();
    return { body: { device_config: await presentInstance.device(await clientDevices.poll(body.token)) } };
  });

  router.post(
    '/password-reset/request',
    Email,
    async ({ body, ip, userAgent }) => {
      await requestReset(body.email, { ip, userAgent });
      return { body: {} };
    },
    'password_reset',
  );
  router.post(
    '/password-reset/start',
    Start,
    async ({ body, ip, userAgent }) => {
      const { endsAt } = await sessions.startReset(body.token, { ip, userAgent });
      return { session: { token: body.token, expiresAt: endsAt }, body: { deadline_timestamp: seconds(endsAt) } };
    },
    'password_reset',
  );
  router.post(
    '/password-reset/reset',
    Password,
    async ({ body, session, ip, userAgent }) => {
      await sessions.resetPassword(session, body.password, { ip, userAgent });
      return { session: null, body: {} };
    },
    'password_reset',
  );
}
