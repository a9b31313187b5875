import { DomainError } from '@gatewarden/contract/errors';
import { formatAddress } from '@gatewarden/net/address';
import { formatEndpoint } from '@gatewarden/net/endpoint';
import { z } from 'zod';
import type { EdgeRouter } from '../../platform/http/edge-server.ts';
import { presentConfigText } from './devices.present.ts';
import type { EnrolledDevice, NetworkEnrollment } from './network-enrollment.ts';

interface Dependencies {
  readonly enrollment: NetworkEnrollment;
  /** Whether the VPN module is switched on. */
  readonly isVpnEnabled: () => Promise<boolean>;
  readonly instanceName: () => Promise<string>;
  readonly consoleUrl: () => string;
  readonly edgeUrl: () => string;
}

const token = z.string().min(1).max(128);
const Start = z.object({ token });
const Key = z.object({ pubkey: z.string().max(256) });
const Poll = z.object({ token });

/** Numbers of the interface (wire §11.2). */
const mfaModes = { disabled: 1, internal: 2, external: 3 } as const;

/** What the command-line client of a network device calls, with the fields of wire §13. */
export function addEnrollmentCalls(
  router: EdgeRouter,
  { enrollment, isVpnEnabled, instanceName, consoleUrl, edgeUrl }: Dependencies,
): void {
  const describeInstance = async (id: string, username: string) => ({
    id,
    name: await instanceName(),
    url: withSlash(consoleUrl()),
    proxy_url: withSlash(edgeUrl()),
    username,
    enterprise_enabled: true,
    disable_all_traffic: false,
    openid_display_name: null,
  });
  const present = async ({ device, place, instanceId }: EnrolledDevice, pollToken: string | null) => ({
    device: {
      id: device.id,
      name: device.name,
      pubkey: device.public_key ?? '',
      user_id: device.user_id,
      created_at: Math.floor(device.created_at.getTime() / 1000),
    },
    configs: [presentPlace(place)],
    instance: await describeInstance(instanceId, device.added_by),
    token: pollToken,
  });

  /** As the calls of the console. @throws module_disabled */
  const requireVpn = async () => {
    if (!(await isVpnEnabled())) throw new DomainError('module_disabled');
  };

  router.post('/enrollment/start', Start, async ({ body }) => {
    await requireVpn();
    const started = await enrollment.start(body.token);
    const { issuer } = started;
    const name = `${issuer.first_name} ${issuer.last_name}`.trim();
    return {
      session: { token: body.token, expiresAt: started.expires_at },
      body: {
        admin: { name, phone_number: null, email: issuer.email },
        user: {
          first_name: started.first_name,
          last_name: started.last_name,
          login: started.username,
          email: started.email,
          phone_number: null,
          is_active: true,
          device_names: [],
          enrolled: true,
          is_admin: true,
        },
        deadline_timestamp: Math.floor(started.expires_at.getTime() / 1000),
        final_page_content: '',
        instance: await describeInstance(started.instanceId, started.username),
        settings: {
          vpn_setup_optional: false,
          only_client_activation: false,
          admin_device_management: false,
          smtp_configured: false,
          mfa_required: false,
        },
      },
    };
  });
  // the name is that of the administrator, so the one that the client sends is ignored
  for (const path of ['/enrollment/create_device', '/enrollment/network_info']) {
    router.post(path, Key, async ({ body, session, ip, userAgent }) => {
      await requireVpn();
      if (session === undefined) throw new DomainError('enrollment_token_invalid');
      const configured = await enrollment.configure(session, body.pubkey, { ip, userAgent });
      return { session: null, body: await present(configured, configured.pollToken) };
    });
  }
  router.post('/poll', Poll, async ({ body }) => {
    await requireVpn();
    return { body: { device_config: await present(await enrollment.poll(body.token), null) } };
  });
}

function presentPlace(place: EnrolledDevice['place']) {
  return {
    network_id: place.location_id,
    network_name: place.name,
    config: presentConfigText(place),
    endpoint: formatEndpoint({ host: place.endpoint, port: place.port }),
    assigned_ip: place.addresses.map(formatAddress).join(','),
    pubkey: place.public_key,
    allowed_ips: place.allowed_ips.join(','),
    dns: place.dns,
    mfa_enabled: place.mfa_mode === 'internal',
    keepalive_interval: place.keepalive_seconds,
    location_mfa_mode: mfaModes[place.mfa_mode],
  };
}

function withSlash(url: string): string {
  return url.endsWith('/') ? url : `${url}/`;
}
