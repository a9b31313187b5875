import { z } from 'zod';
import { ipv4Pattern, networkListSchema } from './address-schemas.ts';
import { documented } from './documented.ts';
import { endpoint } from './endpoint.ts';
import { Id, NaiveTimestamp, Name, PathId, ZonedTimestamp } from './primitives.ts';

/** 5 000 IPv6 ranges fit. */
const maxDestinationLength = 400_000;
const maxRuleBytes = 1_048_576;
const maxPortsLength = 4_096;
const portPattern = '(?:6553[0-5]|655[0-2]\\d|65[0-4]\\d{2}|6[0-4]\\d{3}|[1-5]\\d{4}|[1-9]\\d{0,3}|0)';

/** Addresses, networks and ranges, separated by commas or line breaks; empty: any. */
export const DestinationText = documented(
  z.string().max(maxDestinationLength),
  networkListSchema(maxDestinationLength, 0),
);
/** Ports and ranges of ports, separated by commas or blanks; empty: any. The pattern has a single port. */
export const PortsText = documented(z.string().max(maxPortsLength), {
  type: 'string',
  maxLength: maxPortsLength,
  pattern: `^(?:${portPattern})?$`,
});
/** IANA numbers; empty: any. */
export const Protocols = z.array(z.int().min(0).max(255)).max(256);

const ids = z.array(Id).max(20_000);

/** In requests with a zone, or without one for UTC; answered in UTC. */
const Expiry = documented(
  z.iso.datetime({ offset: true, local: true }).regex(/^(?!0000|9999)/, { error: 'time_range' }),
  { type: 'string', format: 'date-time', pattern: z.regexes.datetime({ offset: true, local: true }).source },
);

const ruleFields = {
  name: Name,
  /** All locations, also future ones; then `networks` is ignored. */
  all_networks: z.boolean(),
  networks: z.array(Id).max(1_000),
  enabled: z.boolean(),
  allow_all_users: z.boolean(),
  deny_all_users: z.boolean(),
  allow_all_network_devices: z.boolean(),
  deny_all_network_devices: z.boolean(),
  allowed_users: ids,
  denied_users: ids,
  allowed_groups: ids,
  denied_groups: ids,
  allowed_devices: ids,
  denied_devices: ids,
  destination: DestinationText,
  aliases: z.array(Id).max(1_000),
  ports: PortsText,
  protocols: Protocols,
};

export const EditAccessRule = z.object({
  ...ruleFields,
  expires: Expiry.nullish(),
  /** Ours. Lower numbers are evaluated first. */
  priority: z.int().min(-1_000_000).max(1_000_000).default(0),
});
export type EditAccessRule = z.infer<typeof EditAccessRule>;

export const AccessRuleState = z.enum(['New', 'Applied', 'Modified', 'Deleted', 'Expired']);
export type AccessRuleState = z.infer<typeof AccessRuleState>;

/** Ours, for display: of deployed rules whether they are enabled, of others what is pending. */
export const AccessRuleStatus = z.enum(['new', 'modified', 'deleted', 'enabled', 'disabled', 'expired']);
export type AccessRuleStatus = z.infer<typeof AccessRuleStatus>;

export const AccessRule = z.object({
  id: Id,
  /** The deployed rule that this one will replace or delete. */
  parent_id: Id.nullable(),
  state: AccessRuleState,
  status: AccessRuleStatus,
  priority: z.int(),
  ...ruleFields,
  name: z.string(),
  destination: z.string(),
  ports: z.string(),
  expires: NaiveTimestamp.nullable(),
});
export type AccessRule = z.infer<typeof AccessRule>;

const AliasKind = z.enum(['Destination', 'Component']);

export const EditAccessAlias = z.object({
  name: Name,
  /** A destination is one more destination of a rule; the lists of a component are added to those of the rule. */
  kind: AliasKind,
  destination: DestinationText,
  ports: PortsText,
  protocols: Protocols,
});
export type EditAccessAlias = z.infer<typeof EditAccessAlias>;

export const AccessAlias = EditAccessAlias.extend({
  id: Id,
  parent_id: Id.nullable(),
  state: z.enum(['Applied', 'Modified']),
  name: z.string(),
  destination: z.string(),
  ports: z.string(),
  /** Ids of the rules that use it; of a pending change, those that use the deployed alias. */
  rules: z.array(Id),
});
export type AccessAlias = z.infer<typeof AccessAlias>;

const IdParam = z.object({ id: PathId });
const common = { access: 'admin', area: 'access', enterprise: 'access_rules' } as const;
const ruleErrors = [
  'access_rule_without_source',
  'access_source_conflict',
  'access_reference_unknown',
  'access_alias_pending',
  'destination_invalid',
  'destination_range_reversed',
  'ports_invalid',
  'ports_repeated',
  'access_rules_too_large',
] as const;
const aliasErrors = [
  'destination_invalid',
  'destination_range_reversed',
  'ports_invalid',
  'ports_repeated',
  'access_rules_too_large',
] as const;
export const selectionErrors = [
  'access_rule_not_found',
  'access_rule_not_pending',
  'access_alias_not_found',
  'access_alias_not_pending',
] as const;
const deployErrors = [...selectionErrors, 'access_tests_fail', 'access_rules_too_complex'] as const;

export const listAccessRules = endpoint({
  ...common,
  method: 'GET',
  path: '/acl/rule',
  summary: 'List all access rules, deployed and pending',
  response: z.array(AccessRule),
});

export const getAccessRule = endpoint({
  ...common,
  method: 'GET',
  path: '/acl/rule/:id',
  summary: 'Show an access rule',
  params: IdParam,
  response: AccessRule,
  errors: ['access_rule_not_found'],
});

export const addAccessRule = endpoint({
  ...common,
  method: 'POST',
  path: '/acl/rule',
  summary: 'Add an access rule, which takes effect when it is deployed',
  body: EditAccessRule,
  maxBodyBytes: maxRuleBytes,
  response: AccessRule,
  status: 201,
  errors: ruleErrors,
});

export const updateAccessRule = endpoint({
  ...common,
  method: 'PUT',
  path: '/acl/rule/:id',
  summary: 'Change an access rule; a deployed one gets a pending change, which the answer has',
  params: IdParam,
  body: EditAccessRule,
  maxBodyBytes: maxRuleBytes,
  response: AccessRule,
  errors: ['access_rule_not_found', 'access_rule_deleted', ...ruleErrors],
});

export const deleteAccessRule = endpoint({
  ...common,
  method: 'DELETE',
  path: '/acl/rule/:id',
  summary: 'Mark a deployed access rule for deletion, or discard a pending change',
  params: IdParam,
  response: z.null(),
  errors: ['access_rule_not_found'],
});

export const applyAccessRules = endpoint({
  ...common,
  method: 'PUT',
  path: '/acl/rule/apply',
  withoutLicense: true,
  summary: 'Deploy pending changes of access rules, all or none',
  body: z.object({ rules: z.array(Id).max(10_000) }),
  response: z.null(),
  errors: deployErrors,
});

export const listAccessAliases = endpoint({
  ...common,
  method: 'GET',
  path: '/acl/alias',
  summary: 'List all aliases, deployed and pending',
  response: z.array(AccessAlias),
});

export const getAccessAlias = endpoint({
  ...common,
  method: 'GET',
  path: '/acl/alias/:id',
  summary: 'Show an alias',
  params: IdParam,
  response: AccessAlias,
  errors: ['access_alias_not_found'],
});

export const addAccessAlias = endpoint({
  ...common,
  method: 'POST',
  path: '/acl/alias',
  summary: 'Add an alias',
  body: EditAccessAlias,
  maxBodyBytes: maxRuleBytes,
  response: AccessAlias,
  status: 201,
  errors: aliasErrors,
});

export const updateAccessAlias = endpoint({
  ...common,
  method: 'PUT',
  path: '/acl/alias/:id',
  summary: 'Change an alias; a deployed one gets a pending change, which the answer has',
  params: IdParam,
  body: EditAccessAlias,
  maxBodyBytes: maxRuleBytes,
  response: AccessAlias,
  errors: ['access_alias_not_found', ...aliasErrors],
});

export const deleteAccessAlias = endpoint({
  ...common,
  method: 'DELETE',
  path: '/acl/alias/:id',
  summary: 'Delete an alias that no rule uses, or discard a pending change',
  params: IdParam,
  response: z.null(),
  errors: ['access_alias_not_found', 'access_alias_in_use'],
});

export const applyAccessAliases = endpoint({
  ...common,
  method: 'PUT',
  path: '/acl/alias/apply',
  withoutLicense: true,
  summary: 'Deploy pending changes of aliases, all or none',
  body: z.object({ aliases: z.array(Id).max(10_000) }),
  response: z.null(),
  errors: deployErrors,
});

const DeployedChange = z.object({
  /** Of the deployed object from now on; of a deleted one, the id that it had. */
  id: Id,
  /** The id that the deployed object had before; null if it is new. */
  previous_id: Id.nullable(),
  name: z.string(),
  change: z.enum(['added', 'modified', 'deleted']),
});
export type DeployedChange = z.infer<typeof DeployedChange>;

/** Ours. */
export const deployAccess = endpoint({
  ...common,
  method: 'POST',
  path: '/acl/deploy',
  withoutLicense: true,
  summary: 'Deploy pending changes of access rules and aliases together, all or none',
  body: z.object({
    rules: z.array(Id).max(10_000),
    aliases: z.array(Id).max(10_000),
    /** Deploys although access tests fail that passed before; the activity log has the reason. */
    override_reason: z.string().trim().min(1).max(500).optional(),
  }),
  response: z.object({ rules: z.array(DeployedChange), aliases: z.array(DeployedChange) }),
  errors: deployErrors,
});

const NamedRule = z.object({ id: Id, name: z.string() });

/**
 * - `rule`: `rule` decides.
 * - `protected`: a rule names the destination, but no rule decides about the source.
 * - `default`: no rule names the destination; the default of the location decides.
 * - `off`: access control is off in the location.
 */
const AccessReason = z.enum(['rule', 'protected', 'default', 'off']);

/** Why a rule decides or not; `other_source` protects the destination. */
const StepOutcome = z.enum([
  'other_location',
  'other_address',
  'other_service',
  'other_source',
  'overruled',
  'not_reached',
  'allows',
  'denies',
]);

const AccessDecision = z.object({
  allowed: z.boolean(),
  reason: AccessReason,
  rule: NamedRule.nullable(),
  /** Every active rule of the location, in the order of evaluation. */
  steps: z.array(z.object({ rule: NamedRule, priority: z.int(), outcome: StepOutcome })),
});
export type AccessDecision = z.infer<typeof AccessDecision>;

/** A connection of a user or of a device, of which there is one. */
const AccessQuestion = z.object({
  user_id: Id.optional(),
  device_id: Id.optional(),
  location_id: Id,
  /** IPv4 or IPv6. */
  address: documented(z.string().max(64), { type: 'string', format: 'ipv4', maxLength: 64, pattern: ipv4Pattern }),
  /** IANA number; 1 is ICMP of the address's family. */
  protocol: z.int().min(0).max(255),
  /** For TCP and UDP. */
  port: z.int().min(0).max(65_535).optional(),
  /** About the past; see `version` of the answer. */
  at: ZonedTimestamp.optional(),
});
export type AccessQuestion = z.infer<typeof AccessQuestion>;

/** Traffic about which a rule decided within the last 30 days, in both directions. */
const RuleHits = z.object({
  packets: z.int(),
  bytes: z.int(),
  last_hit: NaiveTimestamp,
});
export type RuleHits = z.infer<typeof RuleHits>;

const AccessExplanation = AccessDecision.extend({
  /** Of the deciding rule in this location; null if there are none, and for a question about the past. */
  hits: RuleHits.nullable(),
  /** What keeps the source out of the location, whatever the rules. */
  obstacle: z.enum(['account_disabled', 'no_device']).nullable(),
  /** The decision after a deployment of all pending changes; of a question about the past, the decision itself. */
  pending: AccessDecision,
  /**
   * The version that was in force at the time of the question; null for a question about now. Rules, aliases, whether the
   * location enforces rules and its default are those of that time. The members of groups are those at the time of the
   * version. Accounts and devices are as they are now.
   */
  version: z.object({ id: Id, at: NaiveTimestamp }).nullable(),
});
export type AccessExplanation = z.infer<typeof AccessExplanation>;

/** What the same users and network devices gain or lose. Losses are first, then what concerns more users. */
const AccessChange = z.object({
  effect: z.enum(['gained', 'lost']),
  location_ids: z.array(Id),
  /** Every enabled user who may use the locations, with the exceptions; then groups and users are not listed. */
  all_users: z.boolean(),
  except_groups: z.array(Id),
  except_users: z.array(Id),
  /** All enabled users in these groups who may use the locations. */
  groups: z.array(Id),
  /** Users in none of these groups. */
  users: z.array(Id),
  /** All of them, with those in the groups. */
  user_count: z.int(),
  network_devices: z.array(Id),
  targets: z.array(
    z.object({
      /** An address, a network, or a range `first-last`. */
      addresses: z.string(),
      /** Several protocols with all ports, or ports of one protocol. */
      services: z.array(
        z.object({ first_protocol: z.int(), last_protocol: z.int(), first_port: z.int(), last_port: z.int() }),
      ),
      /** The number of services, if not all are listed. */
      service_count: z.int().optional(),
    }),
  ),
  target_count: z.int(),
});
export type AccessChange = z.infer<typeof AccessChange>;

export const AccessDiff = z.object({ changes: z.array(AccessChange), change_count: z.int() });
export type AccessDiff = z.infer<typeof AccessDiff>;

/** Ours. */
export const diffAccess = endpoint({
  ...common,
  method: 'POST',
  path: '/acl/diff',
  withoutLicense: true,
  summary: 'Show who would gain or lose access to what if pending changes were deployed',
  body: z.object({
    /** Ids of pending changes; both lists absent: all. */
    rules: z.array(Id).max(10_000).optional(),
    aliases: z.array(Id).max(10_000).optional(),
    /** As if these settings of a location were saved too. */
    location: z.object({ id: Id, acl_enabled: z.boolean(), acl_default_allow: z.boolean() }).optional(),
  }),
  response: AccessDiff,
  errors: [...selectionErrors, 'location_not_found', 'access_rules_too_complex', 'rate_limited'],
});

/** Ours. */
export const explainAccess = endpoint({
  ...common,
  method: 'POST',
  path: '/acl/explain',
  withoutLicense: true,
  summary: 'Explain whether a connection is allowed, and which rule decides',
  body: AccessQuestion,
  response: AccessExplanation,
  errors: [
    'access_question_invalid',
    'access_version_not_found',
    'location_not_found',
    'user_not_found',
    'device_not_found',
  ],
});

/** Ours. */
export const listRuleHits = endpoint({
  ...common,
  method: 'GET',
  path: '/acl/hits',
  summary: 'List how much traffic each access rule decided in the last 30 days',
  /** Rules without any are left out. */
  response: z.array(RuleHits.extend({ rule_id: Id })),
});
