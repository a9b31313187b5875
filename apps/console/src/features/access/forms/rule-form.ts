import type { AccessRule, EditAccessRule } from '@gatewarden/contract/access';
import { parseInputValue, toInputValue } from '../../../lib/local-time.ts';
import { fromLists, toLists } from './destination-lists.ts';
import type { RuleInput, RuleValues } from './rule-form.schema.ts';

/** For a stored rule with this expiry, as in the form. */
export const loadRuleForm =
  (storedExpiry = '') =>
  async () =>
    (await import('./rule-form.schema.ts')).ruleForm(storedExpiry);

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

function toTexts(ids: readonly number[]): string[] {
  return ids.map(String);
}

function toIds(texts: readonly string[]): number[] {
  return texts.map(Number);
}
