import type { Access, Endpoint } from '@gatewarden/contract/endpoint';
import type { Person } from '../given/given.ts';
import type { TestServer } from '../harness.ts';

/** A well-formed call that works for whoever may make it. */
export interface CallInput {
  readonly params?: Readonly<Record<string, string | number>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: Readonly<Record<string, unknown>>;
}

export interface CallRow {
  /** Who may make it, as the interface reference has it. */
  readonly access: Access;
  /**
   * Whether the object belongs to one user: to others who are no administrators it is forbidden or not there, though
   * the declared access would let them pass.
   */
  readonly owned?: true;
  /** `owner` is the user whom the path is about; everything else the call needs is made here, anew each time. */
  readonly input?: (server: TestServer, owner: Person) => CallInput | Promise<CallInput>;
  /** Status of the example when somebody makes it who may; that of the contract when absent. */
  readonly status?: number;
  /** Why a call that is no GET leaves no event. */
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

/** What `fetch` or a raw request sends for it. */
export function initOf(endpoint: Endpoint, { body }: CallInput): { body?: string; headers: Record<string, string> } {
  return endpoint.body
    ? { body: JSON.stringify(body ?? {}), headers: { 'content-type': 'application/json' } }
    : { headers: {} };
}
