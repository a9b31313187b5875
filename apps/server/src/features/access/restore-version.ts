import type { Tx } from '../../platform/database/database.ts';
import { type AliasFields, insertAlias } from './aliases.queries.ts';
import * as queries from './history.queries.ts';
import { isExpired } from './past-policy.ts';
import type { RuleInput } from './read-rule.ts';
import { fieldsOf, insertDeletion, insertRule } from './rules.queries.ts';

/**
 * Inserts the pending changes with which the deployed rules become those of the version. Left out is what was deleted
 * meanwhile, such as users, and rules that have expired at `now`. Aliases that were changed meanwhile are added again; no
 * rule uses them before the deployment. The caller ensures that no deployed rule has a pending change. Returns the ids of the changes.
 */
export async function prepareRestore(tx: Tx, version: queries.VersionObjects, now: Date): Promise<number[]> {
  const deployed = await queries.listDeployedObjects(tx);
  const wanted = new Map([...version.rules].filter(([, rule]) => !isExpired(rule, now)));
  const existing = await listExistingReferences(tx, [...wanted.values()]);
  const aliases = createAliasLookup(tx, version.aliases, deployed.aliases);
  const left = new Map(deployed.rules);
  const different = removeEqual([...wanted], left, (rule) => {
    const ids = rule.aliases.map(aliases.find);
    if (ids.includes(undefined)) return undefined;
    return toInput(rule, { existing, aliases: ids.filter((each) => each !== undefined) });
  });
  const replaced = matchRules(different, left);
  const changes: number[] = [];
  for (const [id, rule] of different) {
    const { fields, relations } = toInput(rule, { existing, aliases: await aliases.findOrAdd(rule.aliases) });
    const parentId = replaced.get(id) ?? null;
    const head = { parent_id: parentId, state: parentId === null ? ('new' as const) : ('modified' as const) };
    changes.push(await insertRule(tx, { ...fields, ...head }, relations));
    if (parentId !== null) left.delete(parentId);
  }
  for (const id of left.keys()) changes.push(await insertDeletion(tx, id));
  return changes;
}

type Rule = readonly [id: number, rule: queries.HistoricRule];
type Rules = Map<number, queries.HistoricRule>;

/** Removes a deployed rule for each wanted rule that has the same content. Returns the others. */
function removeEqual(
  wanted: readonly Rule[],
  deployed: Rules,
  toWantedInput: (rule: queries.HistoricRule) => RuleInput | undefined,
): Rule[] {
  const byContent = new Map<string, number[]>();
  for (const [id, rule] of deployed) {
    const content = JSON.stringify(toInput(rule));
    byContent.set(content, [...(byContent.get(content) ?? []), id]);
  }
  return wanted.filter(([, rule]) => {
    const id = byContent.get(JSON.stringify(toWantedInput(rule)))?.pop();
    if (id !== undefined) deployed.delete(id);
    return id === undefined;
  });
}

/** The deployed rule that each wanted rule replaces: the one with its id, or else one with its name. */
function matchRules(wanted: readonly Rule[], deployed: Rules): ReadonlyMap<number, number> {
  const matched = new Map(wanted.flatMap(([id]) => (deployed.has(id) ? [[id, id] as const] : [])));
  const byName = new Map([...deployed].filter(([id]) => !matched.has(id)).map(([id, { name }]) => [name, id]));
  for (const [id, { name }] of wanted) {
    const replaced = matched.has(id) ? undefined : byName.get(name);
    if (replaced === undefined) continue;
    matched.set(id, replaced);
    byName.delete(name);
  }
  return matched;
}

const referenceTables = { users: 'user', groups: 'group', devices: 'device', locations: 'location' } as const;
type ReferenceKind = keyof typeof referenceTables;
type ExistingReferences = Readonly<Record<ReferenceKind, ReadonlySet<number>>>;

async function listExistingReferences(tx: Tx, rules: readonly queries.HistoricRule[]): Promise<ExistingReferences> {
  const list = (kind: ReferenceKind) => {
    const ids = new Set(rules.flatMap((rule) => rule[kind].map(({ id }) => id)));
    return queries.listExisting(tx, referenceTables[kind], [...ids]);
  };
  return {
    users: await list('users'),
    groups: await list('groups'),
    devices: await list('devices'),
    locations: await list('locations'),
  };
}

interface Adapted {
  /** Without it, all that the rule refers to exists. */
  readonly existing?: ExistingReferences;
  /** The ids that the aliases of the rule have now, if they are different. */
  readonly aliases?: readonly number[];
}

function toInput(rule: queries.HistoricRule, { existing, aliases = rule.aliases }: Adapted = {}): RuleInput {
  const pick = (kind: 'users' | 'groups' | 'devices', allow: boolean) =>
    rule[kind].filter((each) => each.allow === allow && existing?.[kind].has(each.id) !== false).map(({ id }) => id);
  return {
    fields: fieldsOf({ ...rule, expires_at: rule.expires_at === null ? null : new Date(rule.expires_at) }),
    relations: {
      locations: rule.locations.map(({ id }) => id).filter((id) => existing?.locations.has(id) !== false),
      allowed_users: pick('users', true),
      denied_users: pick('users', false),
      allowed_groups: pick('groups', true),
      denied_groups: pick('groups', false),
      allowed_devices: pick('devices', true),
      denied_devices: pick('devices', false),
      aliases: aliases.toSorted((a, b) => a - b),
    },
  };
}

type Aliases = queries.VersionObjects['aliases'];

/** Finds aliases of a version among the deployed ones: a deployed change has another id, but an alias may be changed back. */
function createAliasLookup(tx: Tx, former: Aliases, deployed: Aliases) {
  const byContent = new Map([...deployed].map(([id, alias]) => [keyOf(alias), id]));
  const keyOfFormer = (id: number) => {
    const alias = former.get(id);
    return alias && keyOf(alias);
  };
  const find = (id: number) => (deployed.has(id) ? id : byContent.get(keyOfFormer(id) ?? ''));

  async function add(id: number): Promise<number[]> {
    const alias = former.get(id);
    if (!alias) return [];
    const added = await insertAlias(tx, { ...aliasFieldsOf(alias), parent_id: null, state: 'applied' });
    byContent.set(keyOf(alias), added);
    return [added];
  }

  return {
    /** Undefined if there is none with this content. */
    find,
    async findOrAdd(ids: readonly number[]): Promise<number[]> {
      const found: number[] = [];
      for (const id of ids) found.push(...[find(id) ?? (await add(id))].flat());
      return [...new Set(found)];
    },
  };
}

function aliasFieldsOf({ kind, name, destination, ports, protocols }: queries.HistoricAlias): AliasFields {
  return { kind, name, destination, ports, protocols };
}

function keyOf(alias: queries.HistoricAlias): string {
  return JSON.stringify(Object.values(aliasFieldsOf(alias)));
}
