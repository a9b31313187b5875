import type { ErrorCode } from '@gatewarden/contract/errors';
import { describeFailure } from '../../../platform/http/error-body.ts';

/** RFC 7644 §3.12, and the statuses of §3.12 that have no `scimType`. */
const faults = {
  invalidFilter: { status: 400, scimType: 'invalidFilter' },
  invalidPath: { status: 400, scimType: 'invalidPath' },
  invalidSyntax: { status: 400, scimType: 'invalidSyntax' },
  invalidValue: { status: 400, scimType: 'invalidValue' },
  mutability: { status: 400, scimType: 'mutability' },
  noTarget: { status: 400, scimType: 'noTarget' },
  tooMany: { status: 400, scimType: 'tooMany' },
  uniqueness: { status: 409, scimType: 'uniqueness' },
  unauthenticated: { status: 401, scimType: undefined },
  refused: { status: 403, scimType: undefined },
  notFound: { status: 404, scimType: undefined },
  unsupportedMethod: { status: 405, scimType: undefined },
  outdated: { status: 412, scimType: undefined },
  unsupportedType: { status: 415, scimType: undefined },
  rateLimited: { status: 429, scimType: undefined },
} as const;

type Fault = keyof typeof faults;

/** A failure that is reported to a SCIM client. `detail` is for its operator: a sentence without secrets. */
export class ScimError extends Error {
  readonly fault: Fault;

  constructor(fault: Fault, detail: string) {
    super(detail);
    this.name = 'ScimError';
    this.fault = fault;
  }
}

/** The faults of errors that other features throw; all others have the status of the API. */
const domainFaults: Partial<Record<ErrorCode, Fault>> = {
  username_taken: 'uniqueness',
  email_taken: 'uniqueness',
  group_name_taken: 'uniqueness',
  username_invalid: 'invalidValue',
  username_reserved: 'invalidValue',
  email_invalid: 'invalidValue',
  phone_invalid: 'invalidValue',
  last_admin: 'refused',
  last_admin_group: 'refused',
  managed_elsewhere: 'refused',
  malformed_json: 'invalidSyntax',
};

export interface ScimFailure {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: object;
  readonly detail: string;
  /** Whether it is an internal error, to be logged with its cause. */
  readonly unexpected: boolean;
}

/** The answer for any thrown error; unexpected errors are not described. */
export function describeScimFailure(error: unknown): ScimFailure {
  if (error instanceof ScimError) return toFailure(faults[error.fault], error.message, {});
  const { status, body, headers, unexpected } = describeFailure(error);
  const fault = domainFaults[body.code as ErrorCode];
  const known = fault ? faults[fault] : { status, scimType: undefined };
  return { ...toFailure(known, body.msg, headers), unexpected };
}

function toFailure(
  { status, scimType }: { readonly status: number; readonly scimType: string | undefined },
  detail: string,
  headers: Readonly<Record<string, string>>,
): ScimFailure {
  const body = {
    schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'],
    status: String(status),
    ...(scimType && { scimType }),
    detail,
  };
  return { status, headers, body, detail, unexpected: false };
}
