import type { Destination } from './destination.ts';

/** Whom one side of a rule names. */
export interface SourceNames {
  readonly everyUser: boolean;
  readonly everyNetworkDevice: boolean;
  readonly users: ReadonlySet<number>;
  readonly groups: ReadonlySet<number>;
  readonly networkDevices: ReadonlySet<number>;
}

/** An active rule: deployed, enabled, not expired. */
export interface AccessRule {
  readonly id: number;
  /** Lower numbers are evaluated first. */
  readonly priority: number;
  /** Undefined means all locations. */
  readonly locations: ReadonlySet<number> | undefined;
  readonly destinations: readonly Destination[];
  readonly allowed: SourceNames;
  readonly denied: SourceNames;
}

/** Who starts a connection: the user whose device it is, or a network device. */
export type Source =
  | { readonly kind: 'user'; readonly id: number; readonly groups: readonly number[] }
  | { readonly kind: 'network-device'; readonly id: number };

export type RuleVerdict = 'allow' | 'deny';

/** What the rule decides for the source; undefined if it does not name it. Denied before allowed. */
export function verdictFor({ allowed, denied }: AccessRule, source: Source): RuleVerdict | undefined {
  if (names(denied, source)) return 'deny';
  return names(allowed, source) ? 'allow' : undefined;
}

/** In the order of evaluation: by priority, then by id. */
export function inOrder<Rule extends Pick<AccessRule, 'id' | 'priority'>>(rules: readonly Rule[]): Rule[] {
  return [...rules].sort((a, b) => a.priority - b.priority || a.id - b.id);
}

export function appliesIn({ locations }: AccessRule, locationId: number): boolean {
  return locations === undefined || locations.has(locationId);
}

function names({ everyUser, everyNetworkDevice, users, groups, networkDevices }: SourceNames, source: Source): boolean {
  if (source.kind === 'network-device') return everyNetworkDevice || networkDevices.has(source.id);
  return everyUser || users.has(source.id) || source.groups.some((group) => groups.has(group));
}
