import { z } from 'zod';
import { AccessRuleState } from './access.ts';
import { endpoint } from './endpoint.ts';
import { Id, PathId } from './primitives.ts';

/** What access rules and access tests can name. */
export const ReferencedKind = z.enum(['user', 'group', 'device', 'location', 'alias']);
export type ReferencedKind = z.infer<typeof ReferencedKind>;

/** The maximum of rules, and of tests, in an answer; all are counted. */
export const maxReferences = 200;

/**
 * - `allowed`, `denied`: a source. Without it, the rule no longer allows it, or no longer denies it.
 * - `location`: the rule applies in it.
 * - `alias`: a part of the destination.
 */
const ReferenceRole = z.enum(['allowed', 'denied', 'location', 'alias']);

/** A rule that names the object, or a pending change of a rule. */
const RuleReference = z.object({
  id: Id,
  /** The deployed rule that this pending change will replace or delete. */
  parent_id: Id.nullable(),
  name: z.string(),
  state: AccessRuleState,
  enabled: z.boolean(),
  role: ReferenceRole,
  /** The network device that the rule names, if it belongs to the user and is deleted with the user. */
  device: z.object({ id: Id, name: z.string() }).nullable(),
  /**
   * The rule names no other source, or no other location. After the deletion it matches no source, or applies in no
   * location; it never means all of them. What a rule without sources names as destination remains protected.
   */
  is_last: z.boolean(),
});

const AccessReferences = z.object({
  /** By name, at most `maxReferences`. */
  rules: z.array(RuleReference),
  rule_count: z.int(),
  /** Access tests that are deleted with the object; by name, at most `maxReferences`. */
  tests: z.array(z.object({ id: Id, name: z.string() })),
  test_count: z.int(),
});
export type AccessReferences = z.infer<typeof AccessReferences>;

/** Ours. For an object that does not exist, the lists are empty. */
export const findAccessReferences = endpoint({
  method: 'GET',
  path: '/acl/references',
  access: 'admin',
  area: 'access',
  enterprise: 'access_rules',
  summary: 'List the access rules and access tests that name an object, for example before it is deleted',
  query: z.object({ kind: ReferencedKind, id: PathId }),
  response: AccessReferences,
});
