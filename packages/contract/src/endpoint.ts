import { z } from 'zod';
import type { ErrorCode } from './errors.ts';
import type { Area } from './scopes.ts';

/**
 * Who may call an endpoint.
 * - `anonymous`: nobody needs to be signed in.
 * - `pending`: a session whose password step succeeded; the second factor may still be open.
 * - `user`: a complete sign-in. What a user may see of others is the feature's policy.
 * - `self`: complete sign-in, and the path's `:username` is the caller or the caller is an administrator.
 * - `admin`: complete sign-in of an active member of a group with `is_admin`.
 */
export type Access = 'anonymous' | 'pending' | 'user' | 'self' | 'admin';
export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/**
 * - `text`: `text/plain`.
 * - `stream`: server-sent events until either side ends it; `response` is the data of each.
 * - `download`: a file of one of the content types, with the schema of its content, as long as it may be.
 * - `bare`: one of the statuses with headers alone, such as a redirection; `response` is the empty text.
 */
export type AnswerKind =
  | { readonly kind: 'text' }
  | { readonly kind: 'stream' }
  | { readonly kind: 'download'; readonly content: Readonly<Record<string, z.ZodType>> }
  | { readonly kind: 'bare'; readonly statuses: readonly number[] };

interface EndpointDefinition {
  readonly method: Method;
  /** Relative to `/api/v1`, parameters as `:name`. */
  readonly path: string;
  readonly access: Access;
  /** By it API tokens are bound to what they are for. */
  readonly area: Area;
  /** One line for the API documentation, imperative. */
  readonly summary: string;
  /** The answer opens more than itself, so that a token which may only read does not get it. */
  readonly revealsSecret?: true;
  /** The caller also needs to have proved within the last minutes who they are; else `proof_required`. No API token has. */
  readonly requiresReauthentication?: true;
  /**
   * Where the input gives administrator rights to a user or takes them, the caller also needs a recent proof; else
   * `proof_required`. An API token neither gives nor takes them: `session_required`.
   */
  readonly mayChangeAdminRights?: true;
  /**
   * Ends access, or proves who calls before that. Writes have a rate; in a session these calls have one of their own besides,
   * so that a stolen token or another session of the user cannot keep them from being made.
   */
  readonly endsAccess?: true;
  /** The caller also needs the licensed features to be on. */
  readonly enterprise?: true;
  readonly params?: z.ZodObject;
  readonly query?: z.ZodObject;
  readonly body?: z.ZodType;
  /** Of the body, where the server's limit for calls with this `access` does not suit. */
  readonly maxBodyBytes?: number;
  /** Body of the usual success. */
  readonly response: z.ZodType;
  /** Status of the usual success; 200 when absent. */
  readonly status?: number;
  /** A second kind of success, such as 201 "a second factor is required"; handlers answer it with `reply`. */
  readonly alternative?: { readonly status: number; readonly response: z.ZodType };
  /** How the usual success is answered; JSON of `response` when absent. */
  readonly answer?: AnswerKind;
  /**
   * What is particular to this call. What follows from the rest of the declaration (sign-in, rights, input) and what any call
   * can answer (faults of the server, limits) is not repeated here. A call that answers another code is a bug.
   */
  readonly errors?: readonly ErrorCode[];
  /** Statuses that differ from the table of the server for this endpoint alone, as the interface reference has them. */
  readonly errorStatus?: Partial<Record<ErrorCode, number>>;
}

/** One call of the REST API; the server routes it, the console calls it, OpenAPI and the role matrix are made from it. */
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

/** What a handler receives: parsed, with defaults filled in. */
export type ParamsOf<E extends Endpoint> = OutputOf<E['params']>;
export type QueryOf<E extends Endpoint> = OutputOf<E['query']>;
export type BodyOf<E extends Endpoint> = OutputOf<E['body']>;
/** What a caller sends: fields with defaults may be left out. */
export type ParamsInputOf<E extends Endpoint> = InputOf<E['params']>;
export type QueryInputOf<E extends Endpoint> = InputOf<E['query']>;
export type BodyInputOf<E extends Endpoint | AnyCall> = InputOf<EndpointOf<E>['body']>;
export type ResponseOf<E extends Endpoint | AnyCall> = z.output<EndpointOf<E>['response']>;
export type AlternativeOf<E extends Endpoint> = E['alternative'] extends { response: infer R } ? OutputOf<R> : never;

/** The body of every failed call. `field` and `fields` are there when a field of the request is at fault. */
export const ErrorBody = z.object({
  msg: z.string(),
  code: z.string(),
  field: z.string().optional(),
  fields: z
    .array(
      z.object({
        field: z.string(),
        rule: z.string(),
        /** The bound of rules that have one, such as `too_long`. */
        limit: z.number().optional(),
        msg: z.string(),
      }),
    )
    .optional(),
  details: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])).optional(),
  /** `details.reason` again, where the interface has the words of an outside system. */
  error: z.string().optional(),
});
export type ErrorBody = z.infer<typeof ErrorBody>;

/** Body `{}`. */
export const Empty = z.object({});
