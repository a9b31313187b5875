import { z } from 'zod';
import { DestinationText, PortsText, Protocols, selectionErrors } from './access.ts';
import { endpoint } from './endpoint.ts';
import { Id, Name, PathId } from './primitives.ts';

/** Whom a test is about: all users, or the object with the id. */
const SourceKind = z.enum(['all_users', 'group', 'user', 'network_device']);

/** What access rules must or must not allow. */
export const EditAccessTest = z.object({
  name: Name,
  /** `allowed`: each of the sources can reach all of the destination. `denied`: none of them can reach any of it. */
  expectation: z.enum(['allowed', 'denied']),
  source_kind: SourceKind,
  /** Null for all users. */
  source_id: Id.nullable(),
  /** Null means all locations that enforce access rules. */
  location_id: Id.nullable(),
  destination: DestinationText,
  ports: PortsText,
  protocols: Protocols,
});
export type EditAccessTest = z.infer<typeof EditAccessTest>;

export const AccessTest = EditAccessTest.extend({
  id: Id,
  name: z.string(),
  destination: z.string(),
  ports: z.string(),
});
export type AccessTest = z.infer<typeof AccessTest>;

/** `no_source`: no enabled user or configured device that may use the locations is concerned. */
const Outcome = z.enum(['passes', 'fails', 'no_source']);

export const AccessTestResult = z.object({
  test_id: Id,
  /** With the deployed rules. */
  current: Outcome,
  /** After the deployment of the changes. */
  after: Outcome,
  /** A connection that makes it fail after the deployment; null if it does not fail. */
  counterexample: z
    .object({
      location_id: Id,
      /** The first of the sources that are concerned; one of both is null. */
      user_id: Id.nullable(),
      network_device_id: Id.nullable(),
      source_count: z.int(),
      address: z.string(),
      protocol: z.int(),
      /** 0 for protocols without ports. */
      port: z.int(),
    })
    .nullable(),
});
export type AccessTestResult = z.infer<typeof AccessTestResult>;

const common = { access: 'admin', area: 'access', enterprise: 'access_rules' } as const;
const params = z.object({ id: PathId });
const bodyErrors = [
  'access_reference_unknown',
  'destination_invalid',
  'destination_range_reversed',
  'ports_invalid',
  'ports_repeated',
] as const;

/** Ours. */
export const listAccessTests = endpoint({
  ...common,
  method: 'GET',
  path: '/acl/test',
  summary: 'List all access tests',
  response: z.array(AccessTest),
});

/** Ours. */
export const addAccessTest = endpoint({
  ...common,
  method: 'POST',
  path: '/acl/test',
  summary: 'Add an access test, which every deployment of access rules must pass',
  body: EditAccessTest,
  maxBodyBytes: 1_048_576,
  response: AccessTest,
  status: 201,
  errors: ['access_test_limit_reached', ...bodyErrors],
});

/** Ours. */
export const updateAccessTest = endpoint({
  ...common,
  method: 'PUT',
  path: '/acl/test/:id',
  summary: 'Change an access test',
  params,
  body: EditAccessTest,
  maxBodyBytes: 1_048_576,
  response: AccessTest,
  errors: ['access_test_not_found', ...bodyErrors],
});

/** Ours. */
export const deleteAccessTest = endpoint({
  ...common,
  method: 'DELETE',
  path: '/acl/test/:id',
  summary: 'Delete an access test',
  params,
  response: z.null(),
  errors: ['access_test_not_found'],
});

/** Ours. */
export const runAccessTests = endpoint({
  ...common,
  method: 'POST',
  path: '/acl/test/run',
  withoutLicense: true,
  summary: 'Run all access tests against the deployed rules and against pending changes',
  /** Ids of pending changes; both lists absent: all. */
  body: z.object({
    rules: z.array(Id).max(10_000).optional(),
    aliases: z.array(Id).max(10_000).optional(),
  }),
  response: z.array(AccessTestResult),
  errors: [...selectionErrors, 'access_rules_too_complex', 'rate_limited'],
});
