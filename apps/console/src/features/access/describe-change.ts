import type { AccessChange } from '@gatewarden/contract/access';
import { type Describing, listed, listedSources, maxNamed, sourcesOf } from './describe-rule.ts';
import { describeServiceRanges } from './describe-service-ranges.ts';

/** Who gains or loses access, and to what. */
export interface DescribedChange {
  readonly who: string;
  readonly what: string;
  readonly where: string;
  /** Whether a list has more items than are named. */
  readonly isShortened: boolean;
}

interface Options {
  /** Number of locations that enforce access rules. */
  readonly enforcing: number;
  /** Names all items that the server has sent. */
  readonly isFull?: boolean;
}

/** Without `where` if the change concerns all locations that enforce access rules. */
export function describeChange(
  change: AccessChange,
  describing: Describing,
  { enforcing, isFull = false }: Options,
): DescribedChange {
  const { t, language, names } = describing;
  const { targets, target_count: total, location_ids: locationIds } = change;
  const max = isFull ? Number.POSITIVE_INFINITY : maxNamed;
  const isEverywhere = locationIds.length >= enforcing;
  const locations = isEverywhere ? [] : locationIds.map((id) => names.locations.get(id) ?? `#${id}`);
  const { named, exceptions } = sourcesOfChange(change, describing, max);
  return {
    who: listedSources(named, describing, max),
    what: describeTargets(targets.slice(0, max), { total, describing }),
    where: isEverywhere
      ? ''
      : t('says.where_some', { locations: listed(locations, t, language, { max }), count: locations.length }),
    isShortened: [named, exceptions, targets, locations].some(({ length }) => length > maxNamed),
  };
}

function sourcesOfChange(change: AccessChange, describing: Describing, max: number) {
  const { t } = describing;
  const exceptions = sourcesOf({ groups: change.except_groups, users: change.except_users, devices: [] }, describing);
  const everyone = () =>
    t('changes.of_users', {
      count: change.user_count,
      users:
        exceptions.length === 0
          ? t('everyone')
          : t('changes.except', { exceptions: listedSources(exceptions, describing, max) }),
    });
  const named = [
    ...(change.all_users ? [{ text: everyone(), isUser: false }] : []),
    ...sourcesOf(
      {
        groups: change.all_users ? [] : change.groups,
        users: change.all_users ? [] : change.users,
        devices: change.network_devices,
      },
      describing,
    ),
  ];
  return { named, exceptions };
}

type Target = AccessChange['targets'][number];

/** Addresses with equal services are together. */
function describeTargets(
  targets: readonly Target[],
  { total, describing }: { total: number; describing: Describing },
): string {
  const { t, language } = describing;
  const byServices = new Map<string | undefined, string[]>();
  for (const { addresses, services, service_count: count } of targets) {
    const named =
      count === undefined ? describeServiceRanges(services, describing) : t('changes.many_services', { count });
    byServices.set(named, [...(byServices.get(named) ?? []), addresses]);
  }
  const items = [...byServices].flatMap(([services, addresses]) =>
    services === undefined ? addresses : t('says.on', { addresses: addresses.join(', '), services }),
  );
  const hidden = total - targets.length;
  return listed(items, t, language, { total: items.length + hidden, max: items.length });
}
