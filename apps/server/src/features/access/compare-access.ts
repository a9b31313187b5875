import { diffRules } from '@gatewarden/access/diff';
import { createNaming, type NamedSources } from '@gatewarden/access/name-sources';
import type { Target } from '@gatewarden/access/policy';
import type { AccessRule } from '@gatewarden/access/rule';
import { type ServiceRange, serviceRangesOf } from '@gatewarden/access/services';
import type { AccessChange, AccessDiff } from '@gatewarden/contract/access';
import { diffLimits } from '@gatewarden/contract/access.names';
import { formatRange } from '@gatewarden/net/destination-list';
import { type Policies, type PolicyLocation, sourceSetsOf, toEnforcedRules } from './policies.ts';
import { toAccessRule } from './to-access-rule.ts';

/** Who gains or loses what in which locations. What is the same in several locations is one change. */
export function compareAccess({ before, after, users, locations }: Policies): AccessDiff {
  const compare = createComparison({ before: before.map(toAccessRule), after: after.map(toAccessRule), users });
  const changes = new Map<string, Found>();
  const concerned = locations.filter((each) => each.before.isEnforcing || each.after.isEnforcing);
  for (const location of concerned) {
    for (const change of compare(location)) {
      const known = changes.get(change.key);
      if (known) known.locations.push(location.id);
      else changes.set(change.key, { ...change, locations: [location.id] });
    }
  }
  const ordered = [...changes.values()].sort(
    (a, b) =>
      Number(a.effect === 'gained') - Number(b.effect === 'gained') || b.sources.userCount - a.sources.userCount,
  );
  return { changes: ordered.slice(0, diffLimits.changes).map(createPresenter()), change_count: ordered.length };
}

interface LocationChange {
  /** Equal for equal changes. */
  readonly key: string;
  readonly effect: AccessChange['effect'];
  readonly sources: NamedSources;
  readonly targets: readonly Target[];
}

interface Found extends LocationChange {
  readonly locations: number[];
}

interface Compared extends Pick<Policies, 'users'> {
  readonly before: readonly AccessRule[];
  readonly after: readonly AccessRule[];
}

/** Returns a function that compares in a location, once for locations in which the same applies to the same users. */
function createComparison({ before, after, users }: Compared) {
  const local = [...before, ...after].filter((rule) => rule.locations !== undefined);
  const known = new Map<string, readonly LocationChange[]>();

  function compare(location: PolicyLocation) {
    const sets = sourceSetsOf(location, users);
    const nameSources = createNaming(sets);
    const sides = {
      before: toEnforcedRules(before, location.before),
      after: toEnforcedRules(after, location.after),
    };
    return diffRules({ ...sides, locationId: location.id }, sets).map(({ effect, sources, targets }) => {
      const named = nameSources(sources);
      const key = JSON.stringify([effect, named, targets.map((each) => [formatRange(each), each.services])]);
      return { key, effect, sources: named, targets };
    });
  }

  return (location: PolicyLocation): readonly LocationChange[] => {
    const rules = local.flatMap((rule, index) => (rule.locations?.has(location.id) ? index : []));
    const key = JSON.stringify([location.before, location.after, location.users, location.networkDevices, rules]);
    const changes = known.get(key) ?? compare(location);
    known.set(key, changes);
    return changes;
  };
}

/** Returns a function that presents changes, whose services are limited together. */
function createPresenter(): (change: Found) => AccessChange {
  let remaining: number = diffLimits.allServices;

  function presentTargets(targets: readonly Target[]): AccessChange['targets'] {
    const presented: AccessChange['targets'] = [];
    for (const target of targets.slice(0, diffLimits.targets)) {
      // each change has at least one target
      if (remaining <= 0 && presented.length > 0) break;
      const ranges = serviceRangesOf(target.services);
      const services = ranges.slice(0, diffLimits.services).map(presentService);
      remaining -= services.length;
      const isComplete = services.length === ranges.length;
      const addresses = formatRange(target);
      presented.push({ addresses, services, ...(!isComplete && { service_count: ranges.length }) });
    }
    return presented;
  }

  return ({ effect, locations, sources, targets }) => ({
    effect,
    location_ids: locations,
    all_users: sources.everyUser,
    except_groups: [...sources.exceptGroups],
    except_users: sources.exceptUsers.slice(0, diffLimits.users),
    groups: [...sources.groups],
    users: sources.users.slice(0, diffLimits.users),
    user_count: sources.userCount,
    network_devices: sources.networkDevices.slice(0, diffLimits.users),
    targets: presentTargets(targets),
    target_count: targets.length,
  });
}

function presentService({ firstProtocol, lastProtocol, firstPort, lastPort }: ServiceRange) {
  return {
    first_protocol: firstProtocol,
    last_protocol: lastProtocol,
    first_port: firstPort,
    last_port: lastPort,
  };
}
