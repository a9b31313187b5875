import { z } from 'zod';
import type { ErrorCode } from './errors.ts';
import type { LicensedFeature } from './licensed-features.ts';
import type { Area } from './scopes.ts';

/**
 * Who may call an endpoint.
 * - `anonymous`: no sign-in required.
 * - `pending`: a session after the password step; the second factor may be missing.
 * - `user`: a complete sign-in. The policy of the feature decides what a user may see of others.
 * - `self`: a complete sign-in, and the path's `:username` is the caller, or the caller is an administrator.
 * - `admin`: a complete sign-in of an active member of a group with `is_admin`.
 */
export type Access = 'anonymous' | 'pending' | 'user' | 'self' | 'admin';
export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/**
 * - `text`: `text/plain`.
 * - `stream`: server-sent events until either side ends the stream; `response` is the data of one event.
 * - `download`: a file of one of the content types, of any length, with the schema of its content.
 * - `image`: an image of one of the content types, which never changes; `response` is its bytes.
 * - `bare`: one of the statuses with headers only, such as a redirection; `response` is the empty text.
 */
export type AnswerKind =
  | { readonly kind: 'text' }
  | { readonly kind: 'stream' }
  | { readonly kind: 'download'; readonly content: Readonly<Record<string, z.ZodType>> }
  | { readonly kind: 'image'; readonly types: readonly string[] }
  | { readonly kind: 'bare'; readonly statuses: readonly number[] };

interface EndpointDefinition {
  readonly method: Method;
  /** Relative to `/api/v1`, parameters as `:name`. */
  readonly path: string;
  readonly access: Access;
  /** Determines which API token scopes allow the call. */
  readonly area: Area;
  /** One line for the API documentation, imperative. */
  readonly summary: string;
  /** The response contains a secret that grants further access, so a read-only token does not get it. */
  readonly revealsSecret?: true;
  /**
   * A GET that changes something, such as the activity log when it records who saw a secret. The rules for changes apply:
   * origin, write limit, rights until the commit. HEAD changes nothing.
   */
  readonly writes?: true;
  /** The caller also needs a recent proof of identity, else `proof_required`. API tokens cannot have one. */
  readonly requiresReauthentication?: true;
  /**
   * If the input grants or revokes administrator rights, the caller also needs a recent proof, else `proof_required`.
   * API tokens cannot grant or revoke them: `session_required`.
   */
  readonly mayChangeAdminRights?: true;
  /**
   * Ends access, or proves the identity of the caller for such a call. Writes are rate-limited; in a session these
   * calls have a separate limit in addition, so that a stolen token or another session of the user cannot block them.
   */
  readonly endsAccess?: true;
  /**
   * The licensed feature that the call is about. While the license does not cover it, calls that add or change something
   * are refused with `enterprise_required`; see `neededLicense`.
   */
  readonly enterprise?: LicensedFeature;
  /** A call about a licensed feature that only operates or tests what exists, so it is never refused for the license. */
  readonly withoutLicense?: true;
  readonly params?: z.ZodObject;
  readonly query?: z.ZodObject;
  readonly body?: z.ZodType;
  /** Limit of the body, if the server's limit for calls with this `access` does not fit. */
  readonly maxBodyBytes?: number;
  /** Body of the normal response. */
  readonly response: z.ZodType;
  /** Status of the normal response; 200 if absent. */
  readonly status?: number;
  /** A second kind of success, such as 201 "a second factor is required"; handlers return it with `reply`. */
  readonly alternative?: { readonly status: number; readonly response: z.ZodType };
  /** Format of the normal response; JSON of `response` if absent. */
  readonly answer?: AnswerKind;
  /**
   * Errors specific to this call. Errors that follow from the rest of the declaration (sign-in, rights, input) and
   * errors of all calls (server failures, limits) are not repeated here. A response with another code is a bug.
   */
  readonly errors?: readonly ErrorCode[];
  /** Statuses of this endpoint that differ from `errorStatus` of the server, as in the interface reference. */
  readonly errorStatus?: Partial<Record<ErrorCode, number>>;
}

/** One call of the REST API, used by the server's router, the console, the OpenAPI document and the role matrix. */
export function endpoint<const Definition extends EndpointDefinition>(definition: Definition): Definition {
  return definition;
}

export type Endpoint = EndpointDefinition;

/** What a client needs of an endpoint to call it. `calls.gen.ts` has one for each endpoint. */
export interface Call<E extends Endpoint> extends Pick<Endpoint, 'method' | 'path'> {
  readonly answer?: { readonly kind: AnswerKind['kind'] };
  readonly alternative?: { readonly status: number };
  /** A type only: at run time a call has no schemas. */
  readonly endpoint: E;
}
type AnyCall = Call<Endpoint>;
export type EndpointOf<C extends Endpoint | AnyCall> = C extends Call<infer E> ? E : C;

type OutputOf<Schema> = Schema extends z.ZodType ? z.output<Schema> : undefined;
type InputOf<Schema> = Schema extends z.ZodType ? z.input<Schema> : undefined;

/** What a handler receives: parsed, with defaults. */
export type ParamsOf<E extends Endpoint> = OutputOf<E['params']>;
export type QueryOf<E extends Endpoint> = OutputOf<E['query']>;
export type BodyOf<E extends Endpoint> = OutputOf<E['body']>;
/** What a caller sends: fields with defaults are optional. */
export type ParamsInputOf<E extends Endpoint> = InputOf<E['params']>;
export type QueryInputOf<E extends Endpoint> = InputOf<E['query']>;
export type BodyInputOf<E extends Endpoint | AnyCall> = InputOf<EndpointOf<E>['body']>;
export type ResponseOf<E extends Endpoint | AnyCall> = z.output<EndpointOf<E>['response']>;
export type AlternativeOf<E extends Endpoint> = E['alternative'] extends { response: infer R } ? OutputOf<R> : never;

/** The body of every failed call. `field` and `fields` are present if a field of the request is invalid. */
export const ErrorBody = z.object({
  msg: z.string(),
  code: z.string(),
  field: z.string().optional(),
  fields: z
    .array(
      z.object({
        field: z.string(),
        rule: z.string(),
        /** The limit of rules that have one, such as `too_long`. */
        limit: z.number().optional(),
        msg: z.string(),
      }),
    )
    .optional(),
  details: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])).optional(),
  /** `details.reason` again, if the interface defines an error text of an external system. */
  error: z.string().optional(),
  /** `details.message` again, which the interface defines for failed provisioning jobs. */
  message: z.string().optional(),
});
export type ErrorBody = z.infer<typeof ErrorBody>;

/** Body `{}`. */
export const Empty = z.object({});
