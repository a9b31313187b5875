import { createHash } from 'node:crypto';
import type { DeviceOfClient, StartedEnrollment } from '@gatewarden/contract/enrollment.edge';
import { fillPlaceholders, type WelcomeValues } from '@gatewarden/contract/enrollment-placeholders';
import { welcomeMessageIn } from '@gatewarden/contract/enrollment-texts';
import { formatAddress } from '@gatewarden/net/address';
import { formatEndpoint } from '@gatewarden/net/endpoint';
import { fullName } from '@gatewarden/net/full-name';
import type { Database } from '../../platform/database/database.ts';
import {
  type AssignmentRow,
  type ClientDevice,
  presentConfigText,
  type Restrictions,
  type StartedNetworkDevice,
} from '../devices/index.ts';
import type { SettingsService } from '../settings/index.ts';
import type { UserRow } from '../users/index.ts';
import { findInstanceId, hasInternalMfa, listDeviceNames } from './instance.queries.ts';
import type { StartedSession } from './session-steps.ts';

interface Dependencies {
  readonly db: Database;
  readonly settings: Pick<SettingsService, 'get'>;
  readonly restrictions: () => Promise<
    Restrictions & { readonly mail_configured: boolean; readonly disable_all_traffic: boolean }
  >;
  readonly consoleUrl: () => string;
  readonly edgeUrl: () => string;
  readonly version: string;
  /** Those at which people can sign in, the first one first. */
  readonly listProviders: () => Promise<readonly { readonly display_name: string | null }[]>;
}

/** Answers to clients, with the fields of wire §11.2. Texts are the same for the same state, because clients compare them. */
export interface PresentInstance {
  ofPerson(started: StartedSession): Promise<StartedEnrollment>;
  ofNetworkDevice(started: StartedNetworkDevice): Promise<StartedEnrollment>;
  device(device: ClientDevice): Promise<DeviceOfClient>;
  /** The tag of what `device` returns for the device with this fingerprint. */
  tagOf(fingerprint: string): string;
}

/** Numbers of the interface (wire §11.1). */
const mfaModes = { disabled: 1, internal: 2, external: 3 } as const;

const seconds = (date: Date) => Math.floor(date.getTime() / 1000);

/** What placeholders of messages stand for. The issuer is absent if the user asked without an administrator. */
export function welcomeValues(
  user: UserRow,
  issuer: UserRow | undefined,
  { consoleUrl, version }: { readonly consoleUrl: string; readonly version: string },
): WelcomeValues {
  return {
    ...{ full_name: fullName(user), first_name: user.first_name, last_name: user.last_name, username: user.username },
    ...{ gatewarden_url: consoleUrl, gatewarden_version: version },
    ...(issuer && {
      ...{ admin_full_name: fullName(issuer), admin_first_name: issuer.first_name, admin_last_name: issuer.last_name },
      ...{ admin_email: issuer.email, admin_phone: issuer.phone ?? '' },
    }),
  };
}

export function createPresentInstance(dependencies: Dependencies): PresentInstance {
  const { db, settings, restrictions, consoleUrl, edgeUrl, version, listProviders } = dependencies;

  async function describeInstance(username: string) {
    const { disable_all_traffic } = await restrictions();
    return {
      id: await findInstanceId(db),
      name: (await settings.get()).instance_name,
      url: withSlash(consoleUrl()),
      proxy_url: withSlash(edgeUrl()),
      username,
      // clients hide what is set up without it, and a license never takes that away
      enterprise_enabled: true,
      disable_all_traffic,
      openid_display_name: (await listProviders())[0]?.display_name ?? null,
    };
  }

  return {
    async ofPerson({ session, user, issuer }) {
      const current = await settings.get();
      const { admin_device_management, only_client_activation, mail_configured } = await restrictions();
      const byOther = issuer.id === user.id ? undefined : issuer;
      const message = welcomeMessageIn(user.language, current.enrollment_welcome_message ?? '');
      return {
        admin: { name: fullName(issuer), phone_number: issuer.phone, email: issuer.email },
        user: {
          ...{ first_name: user.first_name, last_name: user.last_name, login: user.username, email: user.email },
          ...{ phone_number: user.phone, is_active: user.is_active, enrolled: user.enrolled, is_admin: user.is_admin },
          device_names: await listDeviceNames(db, user.id),
        },
        deadline_timestamp: seconds(session.endsAt),
        final_page_content: fillPlaceholders(
          message,
          welcomeValues(user, byOther, { consoleUrl: consoleUrl(), version }),
        ),
        instance: await describeInstance(user.username),
        settings: {
          vpn_setup_optional: current.enrollment_vpn_step_optional,
          ...{ only_client_activation, admin_device_management },
          smtp_configured: mail_configured,
          mfa_required: await hasInternalMfa(db),
        },
      };
    },
    async ofNetworkDevice({ owner, issuer, expiresAt }) {
      return {
        admin: { name: fullName(issuer), phone_number: null, email: issuer.email },
        user: {
          ...{ first_name: owner.first_name, last_name: owner.last_name, login: owner.username, email: owner.email },
          ...{ phone_number: null, is_active: true, device_names: [], enrolled: true, is_admin: true },
        },
        deadline_timestamp: seconds(expiresAt),
        final_page_content: '',
        instance: await describeInstance(owner.username),
        settings: {
          ...{ vpn_setup_optional: false, only_client_activation: false, admin_device_management: false },
          ...{ smtp_configured: false, mfa_required: false },
        },
      };
    },
    async device({ device, places, owner, pollToken }) {
      return {
        device: {
          ...{ id: device.id, name: device.name, pubkey: device.public_key ?? '', user_id: device.user_id },
          created_at: seconds(device.created_at),
        },
        configs: places.map(presentPlace),
        instance: await describeInstance(owner),
        token: pollToken,
      };
    },
    tagOf: (fingerprint) =>
      createHash('sha256').update([version, consoleUrl(), edgeUrl(), fingerprint].join('\n')).digest('base64url'),
  };
}

function presentPlace(place: AssignmentRow) {
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
