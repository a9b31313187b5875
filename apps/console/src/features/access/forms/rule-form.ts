import type { AccessAlias, AccessRule, EditAccessAlias, EditAccessRule } from '@gatewarden/contract/access';
import type { AccessTest, EditAccessTest } from '@gatewarden/contract/access-tests';
import { parseInputValue, toInputValue } from '../../../lib/local-time.ts';
import type { AliasInput, AliasValues, RuleInput, RuleValues, TestInput, TestValues } from './rule-form.schema.ts';

export const loadRuleForm = async () => (await import('./rule-form.schema.ts')).RuleForm;
export const loadTestForm = async () => (await import('./rule-form.schema.ts')).TestForm;
export const loadAliasForm = async () => (await import('./rule-form.schema.ts')).AliasForm;

const separator = ', ';

export const newRule: RuleInput = {
  name: '',
  priority: 0,
  enabled: true,
  expires: '',
  where: 'all',
  networks: [],
  allow_all_users: false,
  deny_all_users: false,
  allow_all_network_devices: false,
  deny_all_network_devices: false,
  allowed_users: [],
  denied_users: [],
  allowed_groups: [],
  denied_groups: [],
  allowed_devices: [],
  denied_devices: [],
  destination: [],
  ports: [],
  protocols: [],
  aliases: [],
};

export const newAlias: AliasInput = { name: '', kind: 'Destination', destination: [], ports: [], protocols: [] };

export const newTest: TestInput = {
  ...{ name: '', expectation: 'allowed', source: 'all_users', location: null },
  ...{ destination: [], ports: [], protocols: [] },
};

/** Form values of a stored rule. */
export function toForm(rule: AccessRule): RuleInput {
  return {
    name: rule.name,
    priority: rule.priority,
    enabled: rule.enabled,
    expires: rule.expires === null ? '' : toInputValue(`${rule.expires}Z`),
    where: rule.all_networks ? 'all' : 'some',
    networks: toTexts(rule.networks),
    allow_all_users: rule.allow_all_users,
    deny_all_users: rule.deny_all_users,
    allow_all_network_devices: rule.allow_all_network_devices,
    deny_all_network_devices: rule.deny_all_network_devices,
    allowed_users: toTexts(rule.allowed_users),
    denied_users: toTexts(rule.denied_users),
    allowed_groups: toTexts(rule.allowed_groups),
    denied_groups: toTexts(rule.denied_groups),
    allowed_devices: toTexts(rule.allowed_devices),
    denied_devices: toTexts(rule.denied_devices),
    aliases: toTexts(rule.aliases),
    ...toLists(rule),
  };
}

export function toRequest({ where, expires, ...values }: RuleValues): EditAccessRule {
  return {
    ...values,
    all_networks: where === 'all',
    networks: where === 'all' ? [] : toIds(values.networks),
    expires: parseInputValue(expires) ?? null,
    allowed_users: toIds(values.allowed_users),
    denied_users: toIds(values.denied_users),
    allowed_groups: toIds(values.allowed_groups),
    denied_groups: toIds(values.denied_groups),
    allowed_devices: toIds(values.allowed_devices),
    denied_devices: toIds(values.denied_devices),
    aliases: toIds(values.aliases),
    ...fromLists(values),
  };
}

export function toAliasForm(alias: AccessAlias): AliasInput {
  return { name: alias.name, kind: alias.kind, ...toLists(alias) };
}

export function toAliasRequest({ name, kind, ...lists }: AliasValues): EditAccessAlias {
  return { name, kind, ...fromLists(lists) };
}

export function toTestForm(test: AccessTest): TestInput {
  const { name, expectation, source_kind: kind, source_id: id, location_id: locationId } = test;
  return {
    ...{ name, expectation, source: id === null ? kind : `${kind} ${id}` },
    location: locationId === null ? null : String(locationId),
    ...toLists(test),
  };
}

export function toTestRequest({ name, expectation, source, location, ...lists }: TestValues): EditAccessTest {
  const [kind, id] = source.split(' ') as [EditAccessTest['source_kind'], string | undefined];
  return {
    ...{ name, expectation, source_kind: kind, source_id: id === undefined ? null : Number(id) },
    location_id: location === null ? null : Number(location),
    ...fromLists(lists),
  };
}

function toLists({ destination, ports, protocols }: Pick<AccessRule, 'destination' | 'ports' | 'protocols'>) {
  return { destination: split(destination), ports: split(ports), protocols: toTexts(protocols) };
}

function fromLists({ destination, ports, protocols }: Pick<RuleValues, 'destination' | 'ports' | 'protocols'>) {
  return { destination: destination.join(separator), ports: ports.join(separator), protocols: toIds(protocols) };
}

function split(list: string): string[] {
  return list === '' ? [] : list.split(separator);
}

function toTexts(ids: readonly number[]): string[] {
  return ids.map(String);
}

function toIds(texts: readonly string[]): number[] {
  return texts.map(Number);
}
