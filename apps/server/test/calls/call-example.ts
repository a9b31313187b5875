import type { Access, Endpoint } from '@gatewarden/contract/endpoint';
import type { Person } from '../given/given.ts';
import type { TestServer } from '../harness.ts';

/** The input of a well-formed call that succeeds for every caller with access. */
export interface CallInput {
  readonly params?: Readonly<Record<string, string | number>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: Readonly<Record<string, unknown>>;
}

export interface CallRow {
  /** Who may make the call, according to the interface reference. */
  readonly access: Access;
  /**
   * Whether the object belongs to one user. Other users who are not administrators get 403 or 404, although the
   * declared access admits them.
   */
  readonly owned?: true;
  /** `owner` is the user in the path; all other objects that the call needs are created here, new on each call. */
  readonly input?: (server: TestServer, owner: Person) => CallInput | Promise<CallInput>;
  /** Status of the example for a caller with access; that of the contract when absent. */
  readonly status?: number;
  /** A GET that leaves an event: it shows a secret. */
  readonly isReadLogged?: true;
  /** Why a call other than GET leaves no event. */
  readonly leavesNoEvent?: string;
}

export function keyOf({ method, path }: Endpoint): string {
  return `${method} ${path}`;
}

/** Path below `/api/v1` with parameters and query filled in. */
export function pathOf({ path }: Endpoint, { params = {}, query = {} }: CallInput): string {
  const filled = path.replaceAll(/:([A-Za-z]+)/g, (_, name: string) => encodeURIComponent(String(params[name])));
  const search = new URLSearchParams(query).toString();
  return search ? `${filled}?${search}` : filled;
}

/** Body and headers of the call, for `fetch` or a raw request. */
export function initOf(endpoint: Endpoint, { body }: CallInput): { body?: string; headers: Record<string, string> } {
  return endpoint.body
    ? { body: JSON.stringify(body ?? {}), headers: { 'content-type': 'application/json' } }
    : { headers: {} };
}
