import type { AccessChange } from '@gatewarden/contract/access';
import { type Describing, listed, protocolName } from './describe-rule.ts';

/** Who gains or loses access, and to what. */
export interface DescribedChange {
  readonly who: string;
  readonly what: string;
  readonly where: string;
}

/** Without `where` if the change concerns all locations that enforce access rules. */
export function describeChange(change: AccessChange, describing: Describing, enforcing: number): DescribedChange {
  const { t, language, names } = describing;
  const locations = change.location_ids.map((id) => names.locations.get(id) ?? `#${id}`);
  return {
    who: describeWho(change, describing),
    what: listed(
      change.targets.map((target) => describeTarget(target, describing)),
      t,
      language,
      change.target_count,
    ),
    where: locations.length >= enforcing ? '' : t('says.where_some', { locations: listed(locations, t, language) }),
  };
}

function describeWho(change: AccessChange, { t, language, names }: Describing): string {
  const nameAll = (groups: readonly number[], users: readonly number[]) => [
    ...groups.map((id) => t('says.group', { group: names.groups.get(id) ?? `#${id}` })),
    ...users.map((id) => names.users.get(id) ?? `#${id}`),
  ];
  const exceptions = nameAll(change.except_groups, change.except_users);
  const everyone =
    exceptions.length === 0 ? t('everyone') : t('changes.except', { exceptions: listed(exceptions, t, language) });
  const named = [
    ...(change.all_users ? [everyone] : nameAll(change.groups, change.users)),
    ...change.network_devices.map((id) => t('says.device', { device: names.devices.get(id) ?? `#${id}` })),
  ];
  return listed(named, t, language);
}

type Target = AccessChange['targets'][number];
type Service = Target['services'][number];

function describeTarget({ addresses, services }: Target, describing: Describing): string {
  const named = describeRanges(services, describing);
  return named === undefined ? addresses : describing.t('says.on', { addresses, services: named });
}

const lastPort = 65_535;
const lastProtocol = 255;

/** Undefined if they are all services. */
function describeRanges(services: readonly Service[], { t, language }: Describing): string | undefined {
  const [first] = services;
  if (first?.first_protocol === 0 && first.last_protocol === lastProtocol && first.last_port === lastPort)
    return undefined;
  const parts = new Map<string, string[]>();
  for (const { first_protocol: from, last_protocol: to, first_port: fromPort, last_port: toPort } of services) {
    const name = from === to ? protocolName(from, t) : t('protocol.range', { first: from, last: to });
    const ports = parts.get(name) ?? [];
    parts.set(name, ports);
    if (fromPort !== 0 || toPort !== lastPort)
      ports.push(fromPort === toPort ? `${fromPort}` : `${fromPort}-${toPort}`);
  }
  const byPorts = new Map<string, string[]>();
  for (const [name, list] of parts) {
    const key = list.join(', ');
    byPorts.set(key, [...(byPorts.get(key) ?? []), name]);
  }
  return [...byPorts]
    .map(([ports, named]) => {
      const protocols = listed(named, t, language);
      if (ports === '') return protocols;
      return t('says.ports', { protocols, ports: t('says.port', { ports, count: /[,-]/.test(ports) ? 2 : 1 }) });
    })
    .join(', ');
}
