import {
  type AccessAlias,
  type AccessRule,
  addAccessAlias,
  addAccessRule,
  applyAccessRules,
  type EditAccessAlias,
  type EditAccessRule,
  updateAccessAlias,
} from '@gatewarden/contract/access';
import { type AccessTest, addAccessTest, type EditAccessTest } from '@gatewarden/contract/access-tests';
import type { Person } from './given.ts';

type RuleBody = Omit<EditAccessRule, 'priority'> & { readonly priority?: number };

/** Builders of access rules and aliases, through the public API. */
export interface GivenAccess {
  /** A rule that is not deployed: by default, all users may connect to one address everywhere. */
  accessRule(changes?: Partial<RuleBody>): Promise<AccessRule>;
  deployedRule(changes?: Partial<RuleBody>): Promise<AccessRule>;
  /** A destination, by default one network. */
  accessAlias(changes?: Partial<EditAccessAlias>): Promise<AccessAlias>;
  /** A change of the alias that is not deployed. */
  accessAliasChange(id: number, changes?: Partial<EditAccessAlias>): Promise<AccessAlias>;
  /** By default, all users must reach one address everywhere. */
  accessTest(changes?: Partial<EditAccessTest>): Promise<AccessTest>;
}

export function ruleBody(changes: Partial<RuleBody> = {}): RuleBody {
  return {
    name: 'rule',
    all_networks: true,
    networks: [],
    expires: null,
    enabled: true,
    allow_all_users: true,
    deny_all_users: false,
    allow_all_network_devices: false,
    deny_all_network_devices: false,
    allowed_users: [],
    denied_users: [],
    allowed_groups: [],
    denied_groups: [],
    allowed_devices: [],
    denied_devices: [],
    destination: '10.20.0.1',
    aliases: [],
    ports: '443',
    protocols: [6],
    ...changes,
  };
}

export function aliasBody(changes: Partial<EditAccessAlias> = {}): EditAccessAlias {
  return { name: 'alias', kind: 'Destination', destination: '10.20.0.0/24', ports: '', protocols: [], ...changes };
}

export function accessTestBody(changes: Partial<EditAccessTest> = {}): EditAccessTest {
  return {
    ...{ name: 'test', expectation: 'allowed', source_kind: 'all_users', source_id: null, location_id: null },
    ...{ destination: '10.20.0.1', ports: '443', protocols: [6] },
    ...changes,
  };
}

export function createGivenAccess(admin: () => Promise<Person>): GivenAccess {
  const given: GivenAccess = {
    accessRule: async (changes) => (await admin()).call(addAccessRule, { body: ruleBody(changes) }),
    async deployedRule(changes) {
      const rule = await given.accessRule(changes);
      await (await admin()).call(applyAccessRules, { body: { rules: [rule.id] } });
      return { ...rule, state: 'Applied', status: rule.enabled ? 'enabled' : 'disabled' };
    },
    accessAlias: async (changes) => (await admin()).call(addAccessAlias, { body: aliasBody(changes) }),
    accessAliasChange: async (id, changes) =>
      (await admin()).call(updateAccessAlias, {
        params: { id: String(id) },
        body: aliasBody({ destination: '10.21.0.0/24', ...changes }),
      }),
    accessTest: async (changes) => (await admin()).call(addAccessTest, { body: accessTestBody(changes) }),
  };
  return given;
}
