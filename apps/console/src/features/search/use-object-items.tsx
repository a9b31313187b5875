import type { SearchResult } from '@gatewarden/contract/search';
import {
  IconArrowRight,
  IconCopy,
  IconDeviceDesktop,
  IconDevices,
  IconHandStop,
  IconListDetails,
  IconMapPin,
  IconPencil,
  IconPlus,
  IconRouter,
  IconServer,
  IconSettings,
  IconShieldLock,
  IconUser,
  IconUserCheck,
  IconUserOff,
  IconUsersGroup,
} from '@tabler/icons-react';
import { type LinkProps, useNavigate } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { copyText } from '../../lib/copy-text.ts';
import { personName } from '../../lib/format/person-name.ts';
import { Avatar } from '../../ui/avatar.tsx';
import type { PaletteAction, PaletteItem } from '../../ui/palette/palette-items.tsx';
import { toast } from '../../ui/toast.tsx';
import { useMe } from '../auth/index.ts';
import { useEssentials } from '../settings/index.ts';

export type PersonAction = 'disable' | 'enable' | 'stop';
type Of<Kind extends SearchResult['kind']> = Extract<SearchResult, { kind: Kind }>;

const icons = {
  user: IconUser,
  group: IconUsersGroup,
  location: IconMapPin,
  gateway: IconRouter,
  device: IconDeviceDesktop,
  network_device: IconServer,
  access_rule: IconShieldLock,
  access_alias: IconListDetails,
} as const;

/** Makes palette items of objects, with what can be done with each. */
export function useObjectItems(
  onPersonAction: (username: string, action: PersonAction) => void,
): (result: SearchResult) => PaletteItem {
  const { t } = useTranslation(['search', 'common']);
  const navigate = useNavigate();
  const me = useMe();
  const { wireguard_enabled: withVpn } = useEssentials();
  return useMemo(() => {
    const openAt = (to: NonNullable<LinkProps['to']>, params?: Record<string, string>, search?: object) => () =>
      void navigate({ to, params, search } as never);
    const action = (id: string, label: string, Icon: typeof IconUser, run: () => void): PaletteAction => ({
      id,
      label,
      icon: <Icon size="1.25rem" />,
      run,
    });
    const open = (run: () => void) => action('open', t('action.open'), IconArrowRight, run);
    const copy = (id: string, what: string, value: string) =>
      action(id, t('common:copy.what', { what }), IconCopy, () => {
        copyText(value).then(
          () => toast.success(t('common:copy.copied')),
          () => toast.error(t('common:copy.failed')),
        );
      });
    const addDevice = (username: string) =>
      username === me.username ? openAt('/me/devices/new') : openAt('/users/$username/devices/new', { username });

    const ofUser = (user: Of<'user'>): Partial<PaletteItem> & { run: () => void } => {
      const { username, email, is_active: isActive } = user;
      const run = openAt('/users/$username', { username });
      const state = isActive ? 'disable' : 'enable';
      return {
        description: isActive ? username : `${username} · ${t('disabled')}`,
        keywords: [email],
        run,
        actions: [
          open(run),
          action('edit', t('action.edit'), IconPencil, openAt('/users/$username', { username }, { edit: true })),
          ...(withVpn
            ? [
                action('devices', t('action.devices'), IconDevices, openAt('/users/$username/devices', { username })),
                action('add-device', t('action.add_device'), IconPlus, addDevice(username)),
              ]
            : []),
          ...(username === me.username
            ? []
            : [
                action(state, t(`action.${state}`), isActive ? IconUserOff : IconUserCheck, () =>
                  onPersonAction(username, state),
                ),
                {
                  ...action('stop', t('action.stop'), IconHandStop, () => onPersonAction(username, 'stop')),
                  keywords: t('words.stop').split(/\s*,\s*/),
                },
              ]),
          ...(email === '' ? [] : [copy('copy-email', t('what.email'), email)]),
        ],
      };
    };
    const ofGroup = ({ id }: Of<'group'>) => ({ run: openAt('/groups/$groupId', { groupId: String(id) }) });
    const ofLocation = ({ id, address }: Of<'location'>) => {
      if (!me.is_admin) return { run: openAt('/me') };
      const params = { locationId: String(id) };
      const run = openAt('/locations/$locationId', params);
      return {
        description: address.join(', '),
        run,
        actions: [
          open(run),
          action('gateways', t('action.gateways'), IconRouter, openAt('/locations/$locationId/gateways', params)),
          action('settings', t('action.settings'), IconSettings, openAt('/locations/$locationId/settings', params)),
          ...address.slice(0, 1).map((each) => copy('copy-address', t('what.address'), each)),
        ],
      };
    };
    const ofGateway = ({ id, ip, location_id, location_name }: Of<'gateway'>) => {
      const params = { locationId: String(location_id) };
      const run = openAt('/locations/$locationId/gateways/$gatewayId', { ...params, gatewayId: id });
      return {
        description: location_name,
        keywords: ip === null ? [] : [ip],
        run,
        actions: [
          open(run),
          action('location', t('action.location'), IconMapPin, openAt('/locations/$locationId', params)),
          ...(ip === null ? [] : [copy('copy-address', t('what.address'), ip)]),
        ],
      };
    };
    const ofDevice = ({ id, owner, address, public_key: key }: Of<'device'>) => {
      const isOwn = owner.username === me.username;
      const { username } = owner;
      const deviceId = String(id);
      const run = isOwn
        ? openAt('/me/devices/$deviceId', { deviceId })
        : openAt('/users/$username/devices/$deviceId', { username, deviceId });
      return {
        description: [isOwn ? '' : personName(owner), address[0] ?? ''].filter(Boolean).join(' · '),
        keywords: [...address, ...(key === null ? [] : [key]), username],
        run,
        actions: [
          open(run),
          ...address.slice(0, 1).map((each) => copy('copy-address', t('what.address'), each)),
          ...(key === null ? [] : [copy('copy-key', t('what.key'), key)]),
          ...(isOwn ? [] : [action('owner', t('action.owner'), IconUser, openAt('/users/$username', { username }))]),
          action('add-device', t('action.add_device'), IconPlus, addDevice(username)),
        ],
      };
    };
    const ofNetworkDevice = ({ id, address, location_name }: Of<'network_device'>) => {
      const run = openAt('/network-devices/$deviceId/traffic', { deviceId: String(id) });
      return {
        description: [location_name, address[0] ?? ''].filter(Boolean).join(' · '),
        keywords: address,
        run,
        actions: [
          open(run),
          ...address.slice(0, 1).map((each) => copy('copy-address', t('what.address'), each)),
          action('list', t('action.network_devices'), IconServer, openAt('/network-devices')),
        ],
      };
    };
    const partsOf = (result: SearchResult): Partial<PaletteItem> & { run: () => void } => {
      switch (result.kind) {
        case 'user':
          return ofUser(result);
        case 'group':
          return ofGroup(result);
        case 'location':
          return ofLocation(result);
        case 'gateway':
          return ofGateway(result);
        case 'device':
          return ofDevice(result);
        case 'network_device':
          return ofNetworkDevice(result);
        case 'access_rule':
          return { run: openAt('/access-rules/$ruleId', { ruleId: String(result.id) }) };
        case 'access_alias':
          return { run: openAt('/access-rules/aliases') };
      }
    };
    return (result) => {
      const Icon = icons[result.kind];
      return {
        id: idOf(result),
        label: result.kind === 'user' ? personName(result) : result.name,
        group: t(`group.${result.kind}`),
        icon: result.kind === 'user' ? <Avatar name={personName(result)} /> : <Icon size="1.25rem" />,
        ...partsOf(result),
      };
    };
  }, [t, navigate, me, withVpn, onPersonAction]);
}

function idOf(result: SearchResult): string {
  return `${result.kind}:${result.kind === 'user' ? result.username : result.id}`;
}
