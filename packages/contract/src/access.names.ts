/** Errors that a caller can receive, with their HTTP statuses. */
export const accessErrors = {
  access_rule_not_found: 404,
  access_alias_not_found: 404,
  access_rule_deleted: 400,
  access_rule_not_pending: 400,
  access_alias_not_pending: 400,
  access_alias_pending: 400,
  access_alias_in_use: 400,
  access_rule_without_source: 400,
  access_source_conflict: 422,
  access_reference_unknown: 422,
  destination_invalid: 422,
  destination_range_reversed: 422,
  ports_invalid: 422,
  ports_repeated: 422,
  access_question_invalid: 422,
  access_test_not_found: 404,
  access_test_limit_reached: 409,
  access_tests_fail: 409,
  access_rules_too_complex: 422,
  access_rules_too_large: 409,
  access_version_not_found: 404,
  access_changes_pending: 409,
} as const;

/** Messages for API clients. */
export const accessErrorMessages = {
  access_rule_not_found: 'There is no access rule with the id in `details.id`',
  access_alias_not_found: 'There is no alias with the id in `details.id`',
  access_rule_deleted: 'The rule is marked for deletion; discard the deletion before you change it',
  access_rule_not_pending: 'The rule with the id in `details.id` has no change to deploy',
  access_alias_not_pending: 'The alias with the id in `details.id` has no change to deploy',
  access_alias_pending: 'Aliases with changes that are not deployed cannot be used; `details.ids` has their ids',
  access_alias_in_use: 'Rules use the alias; `details.rules` names them',
  access_rule_without_source: 'A rule must allow or deny at least one user, group or network device',
  access_source_conflict: 'The id in `details.id` is both allowed and denied',
  access_reference_unknown: 'Unprocessable entity: there is no object with the id in `details.id`',
  destination_invalid: 'Unprocessable entity: `details.item` is not an address, a network or a range of addresses',
  destination_range_reversed: 'Invalid IP range: the first address must be lower than the last, in `details.item`',
  ports_invalid: 'Unprocessable entity: `details.item` is not a port or an ascending range of ports from 0 to 65535',
  access_question_invalid: 'The question needs either a user or a device, and a valid address',
  access_test_not_found: 'There is no access test with the id in `details.id`',
  access_test_limit_reached: 'There are as many access tests as allowed; delete one first',
  access_tests_fail:
    'Access tests that pass now would fail; `details.tests` names them. Deploy with `override_reason` to accept that',
  access_rules_too_complex:
    'The evaluation of the access rules exceeds the limit of time or memory; simplify the rules',
  access_rules_too_large:
    'The lists of addresses and ports of all rules and aliases are longer than `details.limit` characters; shorten some',
  access_version_not_found: 'There is no such version of the access rules, or none at that time',
  access_changes_pending: 'Deployed rules have pending changes; deploy or discard them first',
  ports_repeated: 'Unprocessable entity: a port is listed more than once, in `details.item`',
} as const satisfies Record<keyof typeof accessErrors, string>;

/** Events of the activity log. */
export const accessActivity = [
  'access_rule_added',
  'access_rule_modified',
  'access_rule_marked_for_deletion',
  'access_rule_discarded',
  'access_rule_expired',
  'access_alias_added',
  'access_alias_modified',
  'access_alias_discarded',
  'access_alias_removed',
  'access_deployed',
  'access_version_restored',
  'access_test_added',
  'access_test_modified',
  'access_test_removed',
] as const;

/** The maximum of the answer of a comparison; further changes, targets and users are only counted. */
export const diffLimits = { changes: 500, targets: 200, users: 200, services: 100, allServices: 20_000 } as const;
